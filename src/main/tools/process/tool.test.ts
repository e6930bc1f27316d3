import { realpathSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { otherSession } from '../../../../tests/fakes/registry-bench';
import { temporaryFolder } from '../../../../tests/fakes/temporary-folder';
import { ToolBench, type ToolBenchOptions } from '../../../../tests/fakes/tool-bench';
import { localIso } from './describe';

const token = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');
const patience = { timeout: 20_000 };
const never = new AbortController().signal;

const benches: ToolBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.dispose();
    expect(bench.bugs).toEqual([]);
  }
});

function bench(options: Partial<ToolBenchOptions> = {}) {
  const tools = new ToolBench({ cwd: realpathSync(temporaryFolder()), ...options });
  benches.push(tools);
  const process = (action: string, args: object = {}, how: { signal?: AbortSignal } = {}) =>
    tools.call('process', { action, ...args }, how);
  const start = async (command: string, change: object = {}) => {
    const record = await tools.real.bench.run({ command, cwd: tools.cwd, ...change });
    return record.id;
  };
  const ended = async (command: string, change: object = {}) => {
    const id = await start(command, change);
    await tools.real.bench.registry.wait(id, 20_000, never);
    return id;
  };
  const waiting = () => tools.real.bench.store.waiting().map(({ type }) => type);
  return { tools, process, start, ended, waiting };
}

describe('process: what is wrong with a call', () => {
  it('cases 38, 57, 60 and 84: an unknown id is not_found by name, also when it is a number', async () => {
    const { process } = bench();
    for (const action of ['poll', 'log', 'wait', 'kill', 'write', 'submit', 'close']) {
      expect(await process(action, { session_id: 12345, data: 'x' })).toEqual({
        status: 'not_found',
        error: expect.stringContaining('12345'),
      });
    }
  });

  it('case 61: every action but list needs an id', async () => {
    const { process } = bench();
    expect((await process('poll')).error).toBe('session_id is needed for poll.');
    expect((await process('wait', { session_id: '' })).error).toContain('wait');
    expect(await process('list', { session_id: null })).toEqual({ processes: [] });
  });

  it('case 62: an unknown action is answered with the known ones', async () => {
    const { process, tools } = bench();
    const { error } = await process('restart');
    for (const action of ['list', 'poll', 'log', 'wait', 'kill', 'write', 'submit', 'close'])
      expect(error).toContain(action);
    expect((await tools.call('process', {})).error).toContain('action is missing');
  });
});

describe('process list and poll', () => {
  it('cases 16 and 17: list has every field, and only processes of the session', async () => {
    const { process, start, ended, tools } = bench();
    await ended('printf over', { sessionId: otherSession });
    const done = await ended(`: ${'x'.repeat(500)}; seq 1 200; exit 3`);
    const running = await start('echo up; sleep 300', { notifyOnComplete: true });
    await expect.poll(() => tools.real.bench.record(running).totalChars, patience).toBeGreaterThan(0);
    const { startedAt } = tools.real.bench.record(done);
    expect(await process('list')).toEqual({
      processes: [
        expect.objectContaining({ session_id: running, status: 'running', notify_on_complete: true }),
        {
          session_id: done,
          command: `: ${'x'.repeat(198)}`,
          status: 'exited',
          pid: expect.any(Number),
          cwd: tools.cwd,
          started_at: localIso(startedAt),
          uptime_seconds: expect.any(Number),
          output_preview: expect.stringMatching(/\n200\n$/),
          exit_code: 3,
          completion_reason: 'exited',
        },
      ],
    });
    const rows = JSON.stringify(await process('list'));
    expect(rows).not.toContain('over');
    expect(await process('list')).toMatchObject({ processes: [{ output_preview: 'up\n' }, {}] });
  });

  it('cases 40 and 41: poll after the end has the code and the last 1,000 characters', async () => {
    const { process, ended } = bench();
    const id = await ended('seq 1 2000; exit 3');
    const result = await process('poll', { session_id: id });
    expect(result).toMatchObject({ session_id: id, status: 'exited', exit_code: 3, completion_reason: 'exited' });
    expect(String(result.output_preview)).toHaveLength(1_000);
    expect(result.output_preview).toMatch(/\n2000\n$/);
  });

  it('case 42: no escape is left in a preview', async () => {
    const { process, ended } = bench();
    const id = await ended("printf '\\033[1;31mred\\033[0m'");
    expect((await process('poll', { session_id: id })).output_preview).toBe('red');
  });

  it('cases 33 and 32: no output is empty text, and a running process has no code', async () => {
    const { process, start } = bench();
    const result = await process('poll', { session_id: await start('sleep 300') });
    expect(result).toMatchObject({ status: 'running', output_preview: '' });
    expect(result).not.toHaveProperty('exit_code');
  });

  it('secrets are in no preview, no command and no log', async () => {
    const { process, ended } = bench();
    const id = await ended(`printf '%s\\n' ${token} ${'y'.repeat(150)} ; : ${'z'.repeat(40)} TOKEN=${token}`);
    for (const action of ['list', 'poll', 'log', 'wait', 'kill'])
      expect(JSON.stringify(await process(action, { session_id: id }))).not.toContain(token.slice(8, 20));
  });

  it('case 274: a secret that a cut goes through shows none of its end', async () => {
    const { process, ended } = bench();
    const id = await ended(`printf '%s' ${token}; printf 'y%.0s' $(seq 1 990)`);
    const { output_preview } = await process('poll', { session_id: id });
    expect(output_preview).not.toContain(token.slice(-6));
  });
});

describe('process log', () => {
  it('cases 44 and 45: pages by line; offset 0 is the head, no offset the tail', async () => {
    const { process, ended } = bench();
    const id = await ended('seq -f "line %g" 1 100');
    const log = (args: object) => process('log', { session_id: id, ...args });
    expect(await log({ offset: 10, limit: 5 })).toEqual({
      session_id: id,
      status: 'exited',
      output: 'line 11\nline 12\nline 13\nline 14\nline 15',
      total_lines: 100,
      showing: '5 lines',
      first_line: 10,
      exit_code: 0,
      completion_reason: 'exited',
    });
    expect((await log({ offset: 0, limit: 5 })).output).toMatch(/^line 1\n.*\nline 5$/s);
    expect((await log({ limit: 5 })).output).toMatch(/^line 96\n.*\nline 100$/s);
    expect((await log({ offset: '99', limit: '5' })).output).toBe('line 100');
    expect((await log({})).showing).toBe('100 lines');
  });

  it('case 46: an offset past the end gives nothing, and no error', async () => {
    const { process, ended } = bench();
    const id = await ended('seq 1 100');
    const result = await process('log', { session_id: id, offset: 1_000 });
    expect(result).toMatchObject({ output: '', total_lines: 100, showing: '0 lines' });
    expect(result).not.toHaveProperty('error');
  });

  it('decision 8: pages what the tail of 200,000 characters no longer holds', async () => {
    const { process, ended } = bench();
    const id = await ended('seq -f "line number %06g of many" 1 30000');
    const first = await process('log', { session_id: id, offset: 0, limit: 2 });
    expect(first).toMatchObject({
      output: 'line number 000001 of many\nline number 000002 of many',
      total_lines: 30_000,
    });
    expect(await process('log', { session_id: id, offset: 12_345, limit: 1 })).toMatchObject({
      output: 'line number 012346 of many',
      first_line: 12_345,
      showing: '1 line',
    });
    const last = await process('log', { session_id: id, limit: 1 });
    expect(last).toMatchObject({ output: 'line number 030000 of many', first_line: 29_999 });
  });

  it('an answer is bounded: whole lines that fit, and which ones', async () => {
    const { process, ended } = bench();
    const id = await ended('seq -f "line number %06g of many" 1 30000');
    const head = await process('log', { session_id: id, offset: 0, limit: 5_000 });
    expect(String(head.output).length).toBeLessThan(100_100);
    expect(head.output).toMatch(/^line number 000001 /);
    expect(head.output_note).toMatch(/^Only \d+ of 5000 lines fit/);
    const tail = await process('log', { session_id: id, limit: 5_000 });
    expect(tail.output).toMatch(/line number 030000 of many$/);
    expect(Number(tail.first_line)).toBeGreaterThan(26_000);
    const wide = await ended("head -c 300000 /dev/zero | tr '\\0' 'w'; echo; echo after");
    expect(String((await process('log', { session_id: wide, offset: 0 })).output).length).toBeLessThan(100_100);
    expect((await process('log', { session_id: wide, offset: 1 })).output).toBe('after');
  });

  it('counts what is no longer kept', async () => {
    const { process, ended, tools } = bench();
    const { limits } = tools.real.bench.ports;
    Object.assign(tools.real.bench.ports, { limits: () => ({ ...limits(), logMaxBytes: 400_000 }) });
    const id = await ended('seq -f "line number %06g of many" 1 60000');
    const result = await process('log', { session_id: id, offset: 0, limit: 1 });
    expect(result.output_note).toMatch(/^The first \d+ bytes of its output are no longer kept/);
    expect(Number(result.total_lines)).toBeLessThan(60_000);
  });

  it('case 274: a key is masked also on pages that begin within it', async () => {
    const { process, ended } = bench();
    const body = 'for i in $(seq 1 30); do printf "MIIE%060d\\n" $i; done';
    const label = ['RSA ', 'PRIVATE KEY'].join('');
    const id = await ended(
      `echo before; echo "-----BEGIN ${label}-----"; ${body}; echo "-----END ${label}-----"; echo after`,
    );
    for (const args of [{ offset: 0 }, { offset: 5, limit: 3 }, { offset: 20 }, { limit: 10 }]) {
      const result = await process('log', { session_id: id, ...args });
      expect(result.output).not.toContain('MIIE');
      expect(result.total_lines).toBe(34);
    }
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ offset: 'soon' }, 'offset'],
    [{ limit: 1.5 }, 'whole number'],
  ])('%j is refused', async (args, words) => {
    const { process, ended } = bench();
    expect((await process('log', { session_id: await ended('true'), ...args })).error).toContain(words);
  });
});

describe('process wait', () => {
  it('case 48: gives code and output when it ends', async () => {
    const { process, start } = bench();
    const id = await start('sleep 0.3; seq 1 2000; exit 4');
    const result = await process('wait', { session_id: id, timeout: 10 });
    expect(result).toMatchObject({ status: 'exited', session_id: id, exit_code: 4 });
    expect(String(result.output)).toHaveLength(2_000);
    expect(result).not.toHaveProperty('timeout_note');
    // Case 49: and at once when it has ended.
    expect(await process('wait', { session_id: id })).toMatchObject({ status: 'exited', exit_code: 4 });
  });

  it('case 50: no wait is longer than the limit, and it is said', async () => {
    const { process, start } = bench({ waitS: 1 });
    const result = await process('wait', { session_id: await start('sleep 300'), timeout: 500 });
    expect(result).toMatchObject({ status: 'timeout' });
    expect(result.timeout_note).toMatch(/500.*1 second/);
    expect(await process('wait', { session_id: await start('sleep 300') })).toMatchObject({ status: 'timeout' });
  });

  it('cases 53 and 58: the end of its time is no error, and the process goes on', async () => {
    const { process, start, tools } = bench();
    const id = await start('echo up; sleep 300');
    const result = await process('wait', { session_id: id, timeout: '1' });
    expect(result).toMatchObject({
      status: 'timeout',
      output: 'up\n',
      process_running: true,
      uptime_seconds: expect.any(Number),
      timeout_note: expect.stringContaining('no error'),
    });
    expect(result).not.toHaveProperty('error');
    expect(tools.real.bench.record(id).state).toBe('running');
  });

  it('case 54: 0 and less are errors', async () => {
    const { process, start } = bench();
    const id = await start('sleep 300');
    for (const timeout of [0, -5])
      expect((await process('wait', { session_id: id, timeout })).error).toContain('positive');
  });

  it('case 56: an interrupt ends its own wait only, and no process', async () => {
    const { process, start, tools } = bench();
    const id = await start('echo up; sleep 1; echo done');
    const [mine, other] = [new AbortController(), new AbortController()];
    const waits = [mine, other].map(({ signal }) => process('wait', { session_id: id }, { signal }));
    await expect.poll(() => tools.real.bench.record(id).totalChars, patience).toBeGreaterThan(0);
    mine.abort();
    expect(await waits[0]).toMatchObject({ status: 'interrupted', output: 'up\n', process_running: true });
    expect(await waits[1]).toMatchObject({ status: 'exited', output: 'up\ndone\n' });
  });
});

describe('what an agent has seen needs no notice', () => {
  it.each(['poll', 'log', 'wait', 'kill'])('cases 144 to 146: %s of an ended process', async (action) => {
    const { process, ended, waiting } = bench();
    const id = await ended('echo x', { notifyOnComplete: true });
    expect(waiting()).toEqual(['completion']);
    await process(action, { session_id: id });
    expect(waiting()).toEqual([]);
  });

  it('list, a page that does not reach the end, and a running process do not count', async () => {
    const { process, ended, start, waiting } = bench();
    const id = await ended('seq 1 100', { notifyOnComplete: true });
    await process('list');
    await process('log', { session_id: id, offset: 0, limit: 50 });
    const running = await start('sleep 0.5', { notifyOnComplete: true });
    await process('poll', { session_id: running });
    await process('wait', { session_id: running, timeout: 1 });
    expect(waiting()).toEqual(['completion']);
    await process('log', { session_id: id, offset: 50, limit: 50 });
    expect(waiting()).toEqual([]);
  });

  it('case 152: what another session reads stays waiting for its owner', async () => {
    const { process, ended, waiting } = bench();
    const id = await ended('true', { notifyOnComplete: true, sessionId: otherSession });
    await process('poll', { session_id: id });
    expect(waiting()).toEqual(['completion']);
  });
});

describe('process kill', () => {
  it('cases 65 to 68: ends the tree; a second time it was over', async () => {
    const { process, start } = bench();
    const id = await start('echo up; sleep 300 & sleep 300');
    expect(await process('kill', { session_id: id })).toMatchObject({
      status: 'killed',
      session_id: id,
      exit_code: -15,
      completion_reason: 'killed',
    });
    expect(await process('kill', { session_id: id })).toMatchObject({ status: 'already_exited', exit_code: -15 });
  });
});

describe('process write, submit, close', () => {
  it('cases 81, 82 and 86: raw, with a newline, end of input', async () => {
    const { process, start } = bench();
    const id = await start('cat');
    expect(await process('write', { session_id: id, data: 'ab' })).toEqual({ status: 'ok', bytes_written: 2 });
    expect(await process('write', { session_id: id, data: 'c' })).toEqual({ status: 'ok', bytes_written: 1 });
    expect(await process('submit', { session_id: id, data: 'yes' })).toEqual({ status: 'ok', bytes_written: 4 });
    expect(await process('submit', { session_id: id })).toEqual({ status: 'ok', bytes_written: 1 });
    expect(await process('close', { session_id: id })).toMatchObject({ status: 'ok' });
    expect(await process('wait', { session_id: id })).toMatchObject({ exit_code: 0, output: 'abcyes\n\n' });
    expect(await process('write', { session_id: id, data: 'x' })).toMatchObject({ status: 'already_exited' });
  });

  it('case 86: a write after close is an error', async () => {
    const { process, start } = bench();
    const id = await start('cat > /dev/null; sleep 300');
    await process('close', { session_id: id });
    expect(await process('write', { session_id: id, data: 'x' })).toMatchObject({ status: 'error' });
  });

  it('case 64: a number is its digits', async () => {
    const { process, start } = bench();
    const id = await start('head -c 2');
    expect(await process('write', { session_id: id, data: 42 })).toEqual({ status: 'ok', bytes_written: 2 });
    expect(await process('wait', { session_id: id })).toMatchObject({ output: '42' });
    expect((await process('write', { session_id: await start('cat') })).error).toContain('data');
  });

  it('NUL, text beyond ASCII and a megabyte arrive whole', async () => {
    const { process, start } = bench();
    const id = await start('wc -c');
    expect(await process('write', { session_id: id, data: 'a\0é🎉' })).toEqual({ status: 'ok', bytes_written: 8 });
    expect(await process('write', { session_id: id, data: 'x'.repeat(1024 * 1024) })).toEqual({
      status: 'ok',
      bytes_written: 1024 * 1024,
    });
    await process('close', { session_id: id });
    expect(String((await process('wait', { session_id: id })).output).trim()).toBe(String(1024 * 1024 + 8));
  });

  it('case 88: a broken pipe is an answer', async () => {
    const { process, start, tools } = bench();
    const id = await start('exec 0<&-; echo closed; sleep 300');
    await expect.poll(() => tools.real.bench.record(id).totalChars, patience).toBeGreaterThan(0);
    let result = await process('write', { session_id: id, data: 'x' });
    // The first write may still be taken by the system.
    if (result.status === 'ok') result = await process('write', { session_id: id, data: 'x' });
    expect(result).toMatchObject({ status: 'error', error: expect.stringMatching(/input/) });
  });

  it('a pty takes input, and close sends its end', async () => {
    const { process, start } = bench();
    const id = await start('cat', { pty: true });
    await process('submit', { session_id: id, data: 'typed' });
    expect(await process('close', { session_id: id })).toEqual({ status: 'ok', message: 'End of input sent.' });
    expect(await process('wait', { session_id: id })).toMatchObject({
      status: 'exited',
      output: expect.stringContaining('typed'),
    });
  });

  it('a process that waits for input says so', async () => {
    const { process, start } = bench();
    const id = await start("printf 'name? '; read name");
    await expect.poll(async () => (await process('poll', { session_id: id })).waiting_for_input, patience).toBe(true);
  });
});
