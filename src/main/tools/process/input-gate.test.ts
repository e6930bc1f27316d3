import { realpathSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/fakes/temporary-folder';
import { ToolBench } from '../../../../tests/fakes/tool-bench';
import { readerOf } from './input-gate';

describe('readerOf', () => {
  it.each([
    ['bash', 'bash'],
    ['/bin/bash -l', 'bash'],
    ['sudo -u root zsh -i', 'zsh'],
    ['cd x && exec bash', 'bash'],
    ["bash -c 'exec sh'", 'sh'],
    ['bash -i script.sh', 'bash'],
    ['python3', 'python'],
    ['python3.11 -i x.py', 'python'],
    ['node', 'node'],
    ['ssh host', 'ssh'],
    ['psql mydb', 'psql'],
    ['', 'sh'],
    ['Shell', 'sh'],
  ])('%s is read by %s', (command, reader) => {
    expect(readerOf(command)).toBe(reader);
  });

  it.each([
    'cat',
    'bash script.sh',
    'node server.js',
    'python3 app.py',
    'npx vite',
    "bash -c 'read x; echo $x'",
    'ssh host ls',
  ])('%s reads data', (command) => {
    expect(readerOf(command)).toBeNull();
  });
});

describe('what the agent types into a shell', () => {
  const benches: ToolBench[] = [];
  afterEach(async () => {
    for (const bench of benches.splice(0)) await bench.dispose();
  });

  async function shell(command = 'bash') {
    const tools = new ToolBench({ cwd: realpathSync(temporaryFolder()), source: 'deny' });
    benches.push(tools);
    const { id } = await tools.real.bench.run({ command, cwd: tools.cwd });
    const type = (action: 'write' | 'submit', data: string) => tools.call('process', { action, session_id: id, data });
    const output = () => tools.call('process', { action: 'log', session_id: id });
    return { type, output };
  }

  it('is judged: what is harmless runs, what is risky asks, the floor holds', async () => {
    const { type, output } = await shell();
    expect(await type('submit', 'echo typed-$((40+2))')).toMatchObject({ status: 'ok' });
    await expect.poll(async () => (await output()).output).toContain('typed-42');
    expect(await type('submit', 'rm -rf build')).toMatchObject({ status: 'blocked', outcome: 'policy' });
    expect(await type('submit', 'rm -rf /')).toMatchObject({ status: 'blocked', outcome: 'blocked' });
  });

  it('is judged as the line that it makes, also when it comes in pieces', async () => {
    const { type } = await shell();
    expect(await type('write', 'rm -r')).toMatchObject({ status: 'blocked' });
    expect(await type('write', 'r')).toMatchObject({ status: 'ok' });
    expect(await type('write', 'm -rf ')).toMatchObject({ status: 'blocked' });
    expect(await type('write', '\x03')).toMatchObject({ status: 'ok' });
    expect(await type('submit', 'echo m -rf x')).toMatchObject({ status: 'ok' });
  });

  it('asks for code in an interpreter, and for nothing in a program that reads data', async () => {
    const python = await shell('node -i');
    expect(await python.type('submit', 'process.exit()')).toMatchObject({ status: 'blocked' });
    const cat = await shell('cat');
    expect(await cat.type('submit', 'rm -rf /')).toMatchObject({ status: 'ok' });
  });
});
