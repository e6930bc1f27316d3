import { expect, test } from 'vitest';
import { originOfOutput } from './output-context';

test.each([
  ['cat main.py', 'code'],
  ['sed -n 1,20p src/a.ts', 'code'],
  ['git show HEAD:lib/x.rb', 'code'],
  ['env', 'text'],
  ['cat .env', 'text'],
  ['cat ~/.bashrc', 'text'],
  ['cat config.yaml', 'text'],
  ['cat secrets.json main.py', 'text'],
  ['cat main.py; env', 'text'],
  ['python main.py', 'text'],
  ['cat main.py $(env)', 'text'],
])('%s gives %s', (command, origin) => {
  expect(originOfOutput(command)).toBe(origin);
});
