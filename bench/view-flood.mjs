// A flood through a pipe while a view reads along, against the same flood with no view.
import { measureIngest } from './lib/ingest.mjs';

export async function measure() {
  const measured = await measureIngest({ kind: 'view', bytes: 200_000_000, runs: 7 });
  return [{ metric: 'throughput', unit: 'MB/s', better: 'higher', aim: 0.95, ...measured }];
}
