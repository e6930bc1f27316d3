import { describe, expect, it } from 'vitest';
import { ProcessId } from '../../../shared/lib/ids';
import type { ProcessRecord } from '../../../shared/schemas/process';
import { CrashCount, crashText, hangText } from './page-trouble';
import { quitText } from './quit-text';

const running = (command: string, number = 1): ProcessRecord => ({
  ...{ id: ProcessId.parse(`proc_${String(number).padStart(12, '0')}`), sessionId: null, turnId: null, command },
  ...{ cwd: '/', background: true, pty: false, pid: 1, startTime: null, state: 'running', startedAt: 0, endedAt: null },
  ...{ endReason: null, exitCode: null, signal: null, detached: false, notifyOnComplete: false, watchPatterns: [] },
  ...{ watchDisabled: false, totalBytes: 0, totalChars: 0, waitingForInput: false, note: null },
});

describe('quitText', () => {
  it('names what runs, masked, on one line each', () => {
    const { message, detail } = quitText([running('serve --key abc\n && sleep 9')], (text) =>
      text.replace('abc', '***'),
    );
    expect(message).toBe('One process still runs.');
    expect(detail).toBe('• serve --key *** && sleep 9\n\nQuitting stops what runs.');
  });

  it('stays short for many and for long ones', () => {
    const many = Array.from({ length: 12 }, (_, index) => running('x'.repeat(200), index));
    const { message, detail } = quitText(many, (text) => text);
    expect(message).toBe('12 processes still run.');
    expect(detail.split('\n')).toHaveLength(11);
    expect(detail).toContain('• and 4 more');
    expect(detail).toContain(`${'x'.repeat(70)}…`);
  });
});

describe('a page in trouble', () => {
  it('is crashing too often at the third time within a minute', () => {
    const count = new CrashCount();
    expect([0, 20_000, 59_000, 70_000].map((now) => count.add(now))).toEqual([false, false, true, true]);
    expect(count.add(200_000)).toBe(false);
  });

  it('offers a reload first, until that has not helped', () => {
    expect(crashText('crashed', false).choices[0]).toBe('reload');
    expect(crashText('oom', false).detail).toContain('memory');
    expect(crashText('crashed', true).choices[0]).toBe('export-logs');
    expect(hangText().choices).toEqual(['wait', 'reload', 'export-logs']);
  });
});
