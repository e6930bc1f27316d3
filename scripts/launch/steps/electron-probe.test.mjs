import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeProgram } from '../testing/program.mjs';
import { testContext } from '../testing/test-context.mjs';
import { probeElectron } from './electron-probe.mjs';

/** @param {string} answer */
function fakeElectron(answer) {
  const context = testContext();
  const exec = path.join(context.root, 'electron');
  writeProgram(exec, `#!/bin/sh\necho asked >> ${exec}.log\n${answer}\n`);
  return { context, exec, asked: () => readFileSync(`${exec}.log`, 'utf8').split('\n').length - 1 };
}

describe.skipIf(process.platform === 'win32')('probeElectron', () => {
  it('asks once, and again when the file has changed', async () => {
    const { context, exec, asked } = fakeElectron(`printf '["45.5.0",10]'`);
    const facts = { electron: '45.5.0', nodeApi: 10 };
    expect(await probeElectron(context, exec)).toEqual({ facts });
    expect(await probeElectron(context, exec)).toEqual({ facts });
    expect(asked()).toBe(1);
    writeProgram(exec, `#!/bin/sh\nprintf '["33.2.1",9]'\n`);
    expect(await probeElectron(context, exec)).toEqual({ facts: { electron: '33.2.1', nodeApi: 9 } });
  });

  it('asks as Node, whatever the caller set', async () => {
    const { context, exec } = fakeElectron(`printf '["%s",1]' "$ELECTRON_RUN_AS_NODE$NODE_OPTIONS"`);
    context.env.NODE_OPTIONS = '--inspect';
    expect(await probeElectron(context, exec)).toEqual({ facts: { electron: '1', nodeApi: 1 } });
  });

  it('hands on what a broken one said, and asks again next time', async () => {
    const { context, exec, asked } = fakeElectron('echo "no libgtk" >&2; exit 127');
    expect(await probeElectron(context, exec)).toEqual({ output: 'no libgtk\n' });
    await probeElectron(context, exec);
    expect(asked()).toBe(2);
    expect(await probeElectron(context, `${exec}.missing`)).toHaveProperty('output');
  });
});
