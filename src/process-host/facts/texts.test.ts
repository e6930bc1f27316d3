import { describe, expect, it } from 'vitest';
import { parseStat } from '../kill/linux-table';
import { parseListening, parseStatus, socketInode } from './proc-text';
import { parseCpuTime, parseLsof, parsePsUse } from './ps-text';

const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 51342 1 0000000000000000 100 0 0 10 0
   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 77 1 0000000000000000 100 0 0 10 0
   2: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 51399 1 0000000000000000 20 4 30 10 -1
   3: 0100007F:0C00 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 100 0 0 10 0
   broken line
`;
const TCP6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000000000000:1F91 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 78 1 0000000000000000 100 0 0 10 0
`;

describe('what /proc says', () => {
  it('finds listening sockets of both families and nothing else', () => {
    expect([...parseListening(TCP)]).toEqual([
      ['51342', 3000],
      ['77', 8080],
    ]);
    expect([...parseListening(TCP6)]).toEqual([['78', 8081]]);
    expect(parseListening('').size).toBe(0);
  });

  it('reads memory, own and shared', () => {
    const text = 'Name:\tnode\nVmRSS:\t  300 kB\nRssAnon:\t  100 kB\nRssFile:\t   150 kB\nRssShmem:\t  50 kB\n';
    expect(parseStatus(text)).toEqual({ own: 102_400, shared: 204_800 });
    expect(parseStatus('Name:\tkthreadd\nThreads:\t1\n')).toBeNull();
  });

  it('reads processor time past a name with brackets', () => {
    const fields = 'S 7 42 42 34816 42 4194304 1 2 3 4 250 50 1000 200 20 0 1 0 9999 1 2 3';
    expect(parseStat(`42 (a) b (c)) ${fields}`)).toMatchObject({ cpuTicks: 1500, startTicks: '9999', session: 42 });
  });

  it('tells sockets from other files', () => {
    expect(['socket:[51342]', 'pipe:[1]', '/dev/null', ''].map(socketInode)).toEqual(['51342', null, null, null]);
  });
});

describe('what ps and lsof say', () => {
  it('reads rows, whatever the spaces', () => {
    const text = `  501     1   501   2048   0:00.25 Mon Nov  2 09:15:30 2026
 1502   501   501 131072 1-02:03:04.50 Mon Nov 12 10:00:00 2026
garbage
`;
    expect(parsePsUse(text)).toEqual([
      {
        pid: 501,
        parentPid: 1,
        group: 501,
        session: 0,
        residentBytes: 2_097_152,
        cpuMs: 250,
        startTime: 'Mon Nov 2 09:15:30 2026',
      },
      expect.objectContaining({ pid: 1502, cpuMs: 93_784_500, startTime: 'Mon Nov 12 10:00:00 2026' }),
    ]);
  });

  it.each([
    ['0:00.03', 30],
    ['12:34.00', 754_000],
    ['01:00:00', 3_600_000],
    ['', null],
    ['x', null],
  ])('processor time %s', (text, ms) => {
    expect(parseCpuTime(text)).toBe(ms);
  });

  it('finds ports by process', () => {
    const text = 'p501\nf20\nn*:3000\nf21\nn127.0.0.1:9229\np502\nf3\nn[::1]:3000\nnlocalhost:x\n';
    expect([...parseLsof(text)]).toEqual([
      [501, [3000, 9229]],
      [502, [3000]],
    ]);
  });
});
