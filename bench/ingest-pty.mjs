// A flood through a terminal with log file and ten watch patterns, against bare node-pty.
import { measureIngest } from './lib/ingest.mjs';

export async function measure() {
  const measured = await measureIngest({ kind: 'pty', bytes: 150_000_000, runs: 5 });
  return [{ metric: 'throughput', unit: 'MB/s', better: 'higher', aim: 0.8, ...measured }];
}
