import { expect, it } from 'vitest';
import { chooseNames, installCommand, missingWishes, WISHES } from './debian.mjs';

it('finds what is missing under any of its names', () => {
  const wishes = [{ names: ['libgtk-3-0t64', 'libgtk-3-0'] }, { names: ['libnss3'] }, { names: ['make'] }];
  const listing = 'libgtk-3-0 installed\nlibnss3 config-files\n';
  expect(missingWishes(wishes, listing)).toEqual([{ names: ['libnss3'] }, { names: ['make'] }]);
  expect(missingWishes(wishes, 'libgtk-3-0t64 installed\nlibnss3 installed\nmake installed\n')).toEqual([]);
});

const POLICY = `libgtk-3-0t64:
  Installed: (none)
  Candidate: 3.24.49-3
  Version table:
     3.24.49-3 500
libasound2:
  Installed: (none)
  Candidate: (none)
  Version table:
libnss3:
  Installed: 2:3.87
  Candidate: 2:3.87
`;

it('chooses the first name that can be installed', () => {
  const wishes = [
    { names: ['libgtk-3-0t64', 'libgtk-3-0'] },
    { names: ['libasound2t64', 'libasound2'] },
    { names: ['libnss3'] },
    { names: ['fonts-nowhere'], isOptional: true },
  ];
  // What has no candidate is asked for all the same, so that apt names it; a mere wish is dropped.
  expect(chooseNames(wishes, POLICY)).toEqual(['libgtk-3-0t64', 'libasound2', 'libnss3']);
});

it('gives the person a command to copy', () => {
  expect(installCommand(WISHES.build)).toBe('sudo apt-get install -y g++ make python3');
});
