// A flood through a pipe with log file and ten watch patterns, against a bare drain that writes the same bytes.
import { measureIngest } from './lib/ingest.mjs';

export async function measure() {
  const measured = await measureIngest({ kind: 'pipe', bytes: 600_000_000, runs: 7 });
  return [{ metric: 'throughput', unit: 'MB/s', better: 'higher', aim: 0.7, ...measured }];
}
