import { z } from 'zod';
import type { ModelOffer } from '../../shared/contract/calls/settings';
import type { Clock } from '../../shared/lib/clock';
import { type Environment, readVariable } from './key-ref';
import { type LocalServer, providers } from './providers';

export interface OfferSearch {
  readonly env: Environment;
  readonly servers: readonly LocalServer[];
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
}

const SERVER_LIMIT_MS = 300;
const MOST_MODELS = 200;
const LONGEST_ANSWER = 1024 * 1024;

const ModelNames = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).nullable() });

/** What could be connected: keys in the environment (by name only), and servers that answer on this machine. */
export async function findOffers(search: OfferSearch): Promise<readonly ModelOffer[]> {
  const servers = await Promise.all(search.servers.map((server) => askServer(server, search)));
  return [...servers.filter((offer) => offer !== null), ...keyOffers(search.env)];
}

function keyOffers(env: OfferSearch['env']): ModelOffer[] {
  return providers.flatMap(({ label, baseUrl, variables }) =>
    variables
      .filter((name) => readVariable(env, name) !== '')
      .map((keyVariable) => ({ kind: 'environment-key' as const, label, baseUrl, models: [], keyVariable })),
  );
}

/** Null unless something there lists models within the limit: other programs listen on these ports too. */
async function askServer(server: LocalServer, { clock, fetch }: OfferSearch): Promise<ModelOffer | null> {
  const stop = new AbortController();
  const timer = clock.after(SERVER_LIMIT_MS, () => stop.abort());
  try {
    const answer = await fetch(`${server.baseUrl}/models`, { signal: stop.signal, redirect: 'manual' });
    if (!answer.ok || answer.body === null) return null;
    const names = ModelNames.parse(JSON.parse(await shortText(answer.body)));
    const models = (names.data ?? []).slice(0, MOST_MODELS).map(({ id }) => id);
    return { kind: 'local-server', ...server, models, keyVariable: null };
  } catch {
    // Nobody there, too slow, or something else: nothing to offer.
    return null;
  } finally {
    timer.dispose();
    stop.abort();
  }
}

async function shortText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LONGEST_ANSWER) throw new RangeError('this is no list of models');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
