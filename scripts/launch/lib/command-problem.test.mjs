import { describe, expect, it } from 'vitest';
import { commandProblem, fileProblem } from './command-problem.mjs';
import { describeProblem } from './setup-problem.mjs';

/**
 * @param {string} output
 * @param {{ isCutShort?: boolean, needs?: 'network' | 'compiler' }} [how]
 */
function problemOf(output, { isCutShort = false, needs } = {}) {
  const end = { code: 1, output, stdout: '', isMissing: false, isCutShort };
  return commandProblem({ doing: 'Installing', end, needs, code: 'INSTALL_FAILED', todo: 'Try again.' });
}

describe('commandProblem', () => {
  it.each([
    ['npm error code ENOTFOUND', 'NO_NETWORK'],
    ['npm error code ECONNREFUSED', 'NO_NETWORK'],
    ['npm error network Socket timeout ERR_SOCKET_TIMEOUT', 'NO_NETWORK'],
    ["Err:1 http://host bookworm InRelease\n  Temporary failure resolving 'host'", 'NO_NETWORK'],
    ['npm error code ENOSPC', 'DISK_FULL'],
    ['make: g++: No such file or directory', 'INSTALL_FAILED'],
  ])('of the network: %s', (output, code) => {
    expect(problemOf(output, { needs: 'network' }).code).toBe(code);
  });

  it.each([
    ['cc1plus: fatal error: error writing to /tmp/x.s: No space left on device', 'DISK_FULL'],
    ['tar: package/a.zip: Wrote only 5632 of 10240 bytes', 'DISK_FULL'],
    ['gyp ERR! stack Error: not found: make', 'NO_COMPILER'],
    ['make: g++: No such file or directory', 'NO_COMPILER'],
    ['/bin/sh: 1: g++: not found', 'NO_COMPILER'],
    ['gyp ERR! find Python', 'NO_COMPILER'],
    ['src/a.cc:1: error: something', 'INSTALL_FAILED'],
  ])('of the compiler: %s', (output, code) => {
    expect(problemOf(output, { needs: 'compiler' }).code).toBe(code);
  });

  it('looks for no cause that cannot be', () => {
    const codes = ['ENOTFOUND in a message of the code', '/bin/sh: 1: make: not found'].map(
      (text) => problemOf(text).code,
    );
    expect(codes).toEqual(['INSTALL_FAILED', 'INSTALL_FAILED']);
  });

  it('shows the last lines of an unknown failure, without addresses', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
    const said = describeProblem(problemOf(`${lines}\nsee https://registry.invalid/x?y=1 for more\n`));
    expect(said).not.toContain('registry.invalid');
    expect(said).not.toContain('line 20\n');
    expect(said).toMatch(/^Installing failed\.\n {4}line 21\n[\s\S]*see \(address\) for more\nTry again\.\n$/);
  });

  it('says that a program was ended because it took too long', () => {
    expect(problemOf('', { isCutShort: true }).message).toContain('took too long');
  });
});

describe('fileProblem', () => {
  const error = (/** @type {string} */ code) => Object.assign(new Error(code), { code, path: '/some/file' });
  it('knows a full disk and a folder that cannot be written', () => {
    expect(fileProblem(error('ENOSPC'), 'Building')?.code).toBe('DISK_FULL');
    expect(fileProblem(error('EROFS'), 'Building')?.message).toBe(
      'Building stopped because /some/file cannot be written.',
    );
    expect(fileProblem(error('EINVAL'), 'Building')).toBeUndefined();
    expect(fileProblem(new Error('no code'), 'Building')).toBeUndefined();
  });
});
