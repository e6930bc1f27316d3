// node hold-lock.mjs LOCK LOG: holds a lock for a moment and writes down when it is in and when it is out.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../lib/folder-lock.mjs';

const [lock, log] = /** @type {[string, string]} */ (process.argv.slice(2));
await withLock(lock, { signal: new AbortController().signal, onWait: () => {} }, async () => {
  appendFileSync(log, `in ${process.pid}\n`);
  await sleep(60);
  appendFileSync(log, `out ${process.pid}\n`);
});
