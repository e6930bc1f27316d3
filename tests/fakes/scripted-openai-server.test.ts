import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedOpenAiServer, startScriptedOpenAiServer } from './scripted-openai-server.mjs';

const servers: ScriptedOpenAiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

function ask(baseUrl: string, text: string): Promise<Response> {
  const body = JSON.stringify({ messages: [{ role: 'user', content: text }] });
  return fetch(`${baseUrl}/chat/completions`, { method: 'POST', body });
}

describe('the scripted model server', () => {
  it('plays one reply for each request, those that wait for a text included, and then says that it has none', async () => {
    const server = await startScriptedOpenAiServer([{ when: 'two', text: 'second' }, { text: 'first' }]);
    servers.push(server);
    expect(await (await ask(server.baseUrl, 'one')).text()).toContain('"first"');
    expect(await (await ask(server.baseUrl, 'two')).text()).toContain('"second"');
    expect((await ask(server.baseUrl, 'two')).status).toBe(500);
    expect(server.requests).toHaveLength(3);
    expect(server.repliesLeft).toBe(0);
  });

  it('lists its model, and knows no other route', async () => {
    const server = await startScriptedOpenAiServer();
    servers.push(server);
    expect((await fetch(`${server.baseUrl}/models`)).status).toBe(200);
    expect((await fetch(`${server.baseUrl}/other`)).status).toBe(404);
    expect(server.requests).toEqual([]);
  });

  it('serves a script file as a program of its own, until it is told to stop', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scripted-'));
    const file = join(folder, 'script.json');
    await writeFile(file, JSON.stringify([{ text: 'from a file', fragment: 2 }]));
    const program = fileURLToPath(new URL('scripted-openai-server.mjs', import.meta.url));
    const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(child.stdout, 'data');
      const answer = await ask(String(line).trim(), 'hello');
      expect(await answer.text()).toMatch(/"fr"[\s\S]*data: \[DONE\]/);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });
});
