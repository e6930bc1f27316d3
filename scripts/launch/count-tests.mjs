// node scripts/launch/count-tests.mjs: the closing line of a CI run. Exit code 1 when a test failed or none ran.
import { fileURLToPath } from 'node:url';
import { countTests } from './lib/test-reports.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { passed, failed, skipped } = countTests({ root });
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
