import { describe, expect, it } from 'vitest';
import { processTable, startTimeOf } from './end-tree';
import { taskkillCommand } from './kill-windows';
import { LinuxTable, parseStat } from './linux-table';
import { PsTable, parsePs } from './ps-table';

describe('process tables', () => {
  it('parses /proc stat lines whose names hold spaces and brackets', () => {
    const line = '4242 (a) b (c) S 17 4242 4200 34816 4300 4194304 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 2 3';
    expect(parseStat(line)).toEqual({
      name: 'a) b (c',
      state: 'S',
      parentPid: 17,
      group: 4242,
      session: 4200,
      foregroundGroup: 4300,
      cpuTicks: 26,
      startTicks: '987654',
    });
    expect(parseStat('')).toBeNull();
    expect(parseStat('12 (x')).toBeNull();
  });

  it('parses ps lines and leaves zombies out', () => {
    const text = [
      '  501   1   501 Ss   Mon Nov  2 10:11:12 2026     /usr/local/bin/my tool',
      '  502 501   501 Z    Mon Nov  2 10:11:13 2026     (gone)',
      'nonsense',
    ].join('\n');
    expect(parsePs(text)).toEqual([
      { pid: 501, parentPid: 1, group: 501, session: 0, startTime: 'Mon Nov 2 10:11:12 2026', name: 'my tool' },
    ]);
  });

  it('case 69: Windows has no table and ends trees with a taskkill from the system folder', () => {
    expect(processTable('win32')).toBeNull();
    expect(taskkillCommand(77, 'D:\\Win')).toEqual({
      file: 'D:\\Win\\System32\\taskkill.exe',
      args: ['/PID', '77', '/T', '/F'],
    });
    expect(taskkillCommand(77, 'relative').file).toBe('C:\\Windows\\System32\\taskkill.exe');
    expect(taskkillCommand(77, undefined).file).toBe('C:\\Windows\\System32\\taskkill.exe');
  });

  it('every other platform has its own table', () => {
    expect(processTable('linux')).toBeInstanceOf(LinuxTable);
    expect(processTable('darwin')).toBeInstanceOf(PsTable);
  });

  it('names this process by pid and start time, and nothing for a pid that nobody has', async () => {
    const own = await startTimeOf(process.pid);
    expect(own).not.toBeNull();
    expect(await startTimeOf(process.pid)).toBe(own);
    expect(await startTimeOf(2 ** 22 + 5)).toBeNull();
  });
});
