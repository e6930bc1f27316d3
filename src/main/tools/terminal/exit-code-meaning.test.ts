import { describe, expect, it } from 'vitest';
import { exitCodeMeaning } from './exit-code-meaning';

describe('exit code meanings', () => {
  it.each([
    ['grep -r needle .', 1, 'no error'],
    ['cat log | grep needle', 1, 'no error'],
    ['cd src; grep needle a.ts', 1, 'no error'],
    ['LC_ALL=C sudo grep x y', 1, 'no error'],
    ['diff a b', 1, 'differ'],
    ['curl -fsS https://x.test', 6, 'resolved'],
    ['curl -fsS https://x.test', 7, 'connection'],
    ['curl -fsS https://x.test', 22, 'HTTP error'],
    ['curl -fsS https://x.test', 28, 'too long'],
    ['timeout 1 sleep 5', 124, 'limit'],
    ['./program', 126, 'cannot be run'],
    ['frobnicate', 127, 'not found'],
    ['sleep 5', 137, 'SIGKILL'],
    ['sleep 5', 143, 'SIGTERM'],
    ['sleep 5', -15, 'SIGTERM'],
    ['./program', -11, 'SIGSEGV'],
  ])('%s with %i', (command, code, words) => {
    expect(exitCodeMeaning(command, code)).toContain(words);
  });

  it.each([
    ['grep needle file', 0],
    ['grep needle file', 2],
    ['./program', 1],
    ['./program', 124],
    ['cd nowhere && grep needle file', 1],
    ['echo "grep"', 1],
    ['grep x y | ./program', 1],
    ['diff a b; ./program', 1],
    ['./program', -1],
    ['', 1],
  ])('says nothing of %s with %i', (command, code) => {
    expect(exitCodeMeaning(command, code)).toBeNull();
  });
});
