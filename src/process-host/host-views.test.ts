import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostHarness } from '../../tests/fakes/host-harness';
import { portPair } from '../../tests/fakes/in-process-host';
import { ToView } from '../shared/contract/view-protocol';
import { type ProcessId, ProcessId as ProcessIdSchema } from '../shared/lib/ids';

let host: HostHarness;

beforeEach(() => {
  host = new HostHarness();
});
afterEach(() => host.dispose());

/** A view that acknowledges what it has shown, unless it is told to be slow. */
function open(id: ProcessId, { acknowledges = true } = {}) {
  const [hostEnd, viewEnd] = portPair();
  const seen = { text: '', messages: [] as ToView[], isClosed: false, skippedChars: 0 };
  viewEnd.onMessage((raw) => {
    const message = ToView.parse(raw);
    seen.messages.push(message);
    if (message.type === 'exit') return;
    if (message.type === 'replay') seen.skippedChars += message.skippedChars;
    seen.text = message.type === 'replay' ? message.text : seen.text + message.text;
    if (acknowledges) viewEnd.postMessage({ type: 'ack', offset: message.endOffset });
  });
  viewEnd.onClose(() => {
    seen.isClosed = true;
  });
  viewEnd.start();
  host.client.attachView(id, hostEnd);
  const hasExit = () => seen.messages.some(({ type }) => type === 'exit');
  return { seen, viewEnd, ended: () => host.until(hasExit, 30_000) };
}

describe('views of a process', () => {
  it('several views see the same, each from its own start', async () => {
    const { id } = await host.sh('echo one; read go; echo two');
    await host.output(id, 'one');
    const [first, second] = [open(id), open(id)];
    await host.client.call('write', { processId: id, data: '\n' });
    await Promise.all([first.ended(), second.ended()]);
    expect([first.seen.text, second.seen.text]).toEqual(['one\ntwo\n', 'one\ntwo\n']);
    expect(first.seen.messages.at(-1)).toEqual({ type: 'exit', exitCode: 0, signal: null });
  });

  it('a view on an ended process gets its tail and its end', async () => {
    const { id } = await host.sh('echo late; exit 6');
    await host.exit(id);
    const view = open(id);
    await view.ended();
    expect(view.seen.messages.map(({ type }) => type)).toEqual(['replay', 'exit']);
    expect(view.seen.text).toBe('late\n');
  });

  it('shows a flood without a gap, or says how much it left out', async () => {
    const { id } = await host.node('flood.mjs', ['20000000']);
    const view = open(id);
    await view.ended();
    expect(view.seen.messages.at(-2)).toMatchObject({ endOffset: 20_000_000 });
    let offset = 0;
    for (const message of view.seen.messages) {
      if (message.type === 'exit') continue;
      if (message.type === 'data') expect(message.endOffset - message.text.length).toBe(offset);
      else expect(offset + message.skippedChars + message.text.length).toBeGreaterThanOrEqual(message.endOffset);
      offset = message.endOffset;
    }
  });

  it('a view that never acknowledges holds up neither the child nor another view', async () => {
    const { id } = await host.node('flood.mjs', ['5000000']);
    const [stuck, lively] = [open(id, { acknowledges: false }), open(id)];
    expect(await host.exit(id)).toMatchObject({ totalBytes: 5_000_000 });
    await lively.ended();
    expect(stuck.seen.messages.some(({ type }) => type === 'exit')).toBe(false);
    const [last] = stuck.seen.messages.slice(-1);
    if (last?.type === 'exit' || last === undefined) throw new Error('no output');
    stuck.viewEnd.postMessage({ type: 'ack', offset: last.endOffset });
    await stuck.ended();
    expect(stuck.seen.messages.at(-2)).toMatchObject({ type: 'replay', endOffset: 5_000_000 });
    expect(stuck.seen.skippedChars).toBeGreaterThan(4_000_000);
  });

  it('typing and resizing in a view reach the terminal', async () => {
    const { id } = await host.sh('read line; stty size; echo "typed $line"', { pty: { cols: 80, rows: 24 } });
    const view = open(id);
    view.viewEnd.postMessage({ type: 'resize', cols: 100, rows: 40 });
    view.viewEnd.postMessage({ type: 'input', data: 'hello\r' });
    await view.ended();
    expect(view.seen.text).toContain('40 100\r\ntyped hello\r\n');
  });

  it('a view of an unknown process, or of one that is forgotten, is closed', async () => {
    const { id } = await host.sh('true');
    const stranger = open(ProcessIdSchema.parse('proc_000000000000'));
    await host.until(() => stranger.seen.isClosed);
    await host.exit(id);
    const view = open(id);
    await view.ended();
    await host.client.call('forget', { processId: id });
    await host.until(() => view.seen.isClosed);
  });

  it('twenty-five views one after another each show everything, and leave nothing behind', async () => {
    const { id } = await host.sh('echo first; read go; echo last', { pty: { cols: 80, rows: 24 } });
    await host.output(id, 'first');
    for (let i = 0; i < 25; i++) {
      const view = open(id);
      await host.until(() => view.seen.text !== '');
      expect(view.seen.text).toBe('first\r\n');
      view.viewEnd.close();
      await host.until(() => view.seen.isClosed);
    }
    const last = open(id);
    await host.until(() => last.seen.text !== '');
    last.viewEnd.postMessage({ type: 'input', data: 'x\r' });
    await last.ended();
    expect(last.seen.text).toBe('first\r\nx\r\nlast\r\n');
  });

  it('a squeezed view does not squeeze the program', async () => {
    const { id } = await host.sh('read line; stty size', { pty: { cols: 80, rows: 24 } });
    const view = open(id);
    view.viewEnd.postMessage({ type: 'resize', cols: 12, rows: 10 });
    view.viewEnd.postMessage({ type: 'resize', cols: 90, rows: 1 });
    view.viewEnd.postMessage({ type: 'input', data: '\r' });
    await view.ended();
    expect(view.seen.text).toContain('24 80');
  });

  it('what a program asks its terminal is answered while nobody looks, and by the view while somebody does', async () => {
    const ASKS = `stty raw -echo; printf '\\033[c'; dd bs=1 count=7 2>/dev/null | od -An -c; stty sane; echo done`;
    const alone = await host.sh(ASKS, { pty: { cols: 80, rows: 24 } });
    expect(await host.output(alone.id, 'done')).toMatch(/033\s+\[\s+\?\s+1\s+;\s+2\s+c/);
    const watched = await host.sh(`read go; ${ASKS}`, { pty: { cols: 80, rows: 24 } });
    const view = open(watched.id);
    view.viewEnd.postMessage({ type: 'input', data: '\r' });
    await host.until(() => view.seen.text.includes('\x1b[c'));
    view.viewEnd.postMessage({ type: 'input', data: 'of view' });
    await view.ended();
    expect(view.seen.text).toMatch(/o\s+f\s+v\s+i\s+e\s+w/);
  });
});
