import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Chromium's complaints about a missing session bus: they mean nothing to the person and nothing is wrong. */
const NOISE = /^\[\d+:\d+\/[\d.]+:(ERROR|WARNING):[^\]]*\b(bus|object_proxy)\.cc[^\]]*\]/;

/** @param {string} line */
export function isNoise(line) {
  return NOISE.test(line);
}

/** Passes whole lines on, without the noise; what is left at the end without a line feed is passed on as it is. */
export function createNoiseFilter() {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return new Transform({
    transform(chunk, _encoding, done) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      done(
        null,
        lines
          .filter((line) => !isNoise(line))
          .map((line) => `${line}\n`)
          .join(''),
      );
    },
    flush(done) {
      done(null, rest + decoder.end());
    },
  });
}
