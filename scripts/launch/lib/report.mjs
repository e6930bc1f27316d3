// The launcher's voice: stderr only, one line for each step that did something.

/**
 * @typedef {object} Report
 * @property {(text: string) => void} line says one sentence
 * @property {<T>(text: string, work: () => Promise<T>) => Promise<T>} step says what is being done, and at its end how long it took
 */

/**
 * @param {{ write(text: string): unknown }} stream where the text goes
 * @param {() => number} [now] milliseconds
 * @returns {Report}
 */
export function createReport(stream, now = () => performance.now()) {
  return {
    line(text) {
      stream.write(`${text}\n`);
    },
    async step(text, work) {
      const began = now();
      stream.write(`${text} ... `);
      try {
        const value = await work();
        stream.write(`${seconds(now() - began)}\n`);
        return value;
      } catch (error) {
        stream.write(`not done (${seconds(now() - began)})\n`);
        throw error;
      }
    },
  };
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
