// Which of Debian's packages the app needs, and how to read what its tools say.

/**
 * A wish names the same library under every name it has had; the first that is installed, or can be, counts.
 *
 * @typedef {{ names: string[], isOptional?: boolean }} Wish
 */

/** @type {Record<'electron' | 'display' | 'build' | 'test', Wish[]>} */
export const WISHES = {
  electron: [
    { names: ['libgtk-3-0t64', 'libgtk-3-0'] },
    { names: ['libnss3'] },
    { names: ['libasound2t64', 'libasound2'] },
    { names: ['libgbm1'] },
    { names: ['libxss1'] },
    { names: ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'] },
    { names: ['libdrm2'] },
    { names: ['libxkbcommon0'] },
    // So that a screenshot shows what a person would see.
    { names: ['fonts-dejavu-core'], isOptional: true },
    { names: ['fonts-noto-core'], isOptional: true },
    { names: ['fonts-noto-color-emoji'], isOptional: true },
  ],
  display: [{ names: ['xvfb'] }],
  build: [{ names: ['g++'] }, { names: ['make'] }, { names: ['python3'] }],
  // Programs that the tests let the agent run.
  test: [{ names: ['curl'] }, { names: ['git'] }],
};

/**
 * @param {Wish[]} wishes
 * @param {string} listing `dpkg-query -W -f '${Package} ${db:Status-Status}\n'`
 * @returns {Wish[]} those of which no name is installed
 */
export function missingWishes(wishes, listing) {
  const installed = new Set(
    listing.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.slice(0, line.indexOf(' '))] : [])),
  );
  return wishes.filter(({ names }) => !names.some((name) => installed.has(name)));
}

/**
 * @param {Wish[]} wishes
 * @param {string} policy `apt-cache policy NAMES…`
 * @returns {string[]} one name for each wish: the first that can be installed; an optional wish without one is left out
 */
export function chooseNames(wishes, policy) {
  const candidates = new Set(
    [...policy.matchAll(/^(\S+):\n(?: .*\n)*? {2}Candidate: (?!\(none\))/gm)].map(([, name]) => name),
  );
  return wishes.flatMap(({ names, isOptional }) => {
    const name = names.find((one) => candidates.has(one)) ?? (isOptional ? undefined : names.at(-1));
    return name === undefined ? [] : [name];
  });
}

/**
 * The command for a person who is not root.
 *
 * @param {Wish[]} wishes
 */
export function installCommand(wishes) {
  return `sudo apt-get install -y ${wishes.map(({ names }) => names.at(-1)).join(' ')}`;
}
