import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { AppRuns } from './harness/app-run';
import { brokenPromises, RandomLife, seeded } from './harness/random-life';
import { Traces } from './harness/traces';

const runs = new AppRuns();
afterAll(() => runs.clean());

/** `npm run soak:crash` asks for more. */
const ROUNDS = Number(process.env.TALARIA_SOAK_ROUNDS ?? 10);
const SEED = Number(process.env.TALARIA_SOAK_SEED ?? Date.now() % 1_000_000);
const ROUND_LIMIT_MS = 20_000;

describe('kill -9 at random moments', () => {
  it(
    `${ROUNDS} times on one home loses nothing that was acknowledged (seed ${SEED})`,
    async () => {
      const traces = new Traces();
      onTestFinished(() => traces.killAll());
      const life = new RandomLife(runs, traces, await runs.folder(), seeded(SEED));
      const problems: string[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        problems.push(...(await life.round()).map((problem) => `round ${round}: ${problem}`));
      }
      const content = await life.settle();
      problems.push(...brokenPromises(life, content));
      expect(problems, `seed ${SEED}`).toEqual([]);
      expect(content.ended.integrity).toBe('ok');
      expect((await traces.left(2_000)).living).toEqual([]);
      report(life, content.ended);
    },
    60_000 + ROUNDS * ROUND_LIMIT_MS,
  );
});

function report(
  life: RandomLife,
  ended: { readonly processes: readonly unknown[]; readonly events: readonly unknown[] },
) {
  if (process.env.TALARIA_SOAK_ROUNDS === undefined) return;
  const figures = {
    rounds: ROUNDS,
    seed: SEED,
    reached: life.reached,
    acknowledged: life.acknowledged.length,
    processes: ended.processes.length,
    events: ended.events.length,
  };
  process.stderr.write(`${JSON.stringify(figures)}\n`);
}
