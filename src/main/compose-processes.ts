import { type Stats, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { listMarked, livingStartTimeOf } from '../process-host/kill/end-tree';
import type { EngineEvent } from '../shared/contract/engine-events';
import type { IdSource } from '../shared/lib/ids';
import type { DisposableStore } from '../shared/lib/lifecycle';
import type { Base } from './compose-base';
import { launchHost, orphanEnder } from './compose-host';
import { PassthroughNames } from './environments/local/child-env';
import { LocalEnvironment } from './environments/local/local-environment';
import { readLoginEnv } from './environments/local/login-env';
import type { Home } from './lib/home';
import { randomHex } from './lib/random-hex';
import { systemClock } from './lib/system-clock';
import { Haste, QuitProcesses } from './processes/ending/quit';
import { EventQueue } from './processes/event-queue';
import { runBounded } from './processes/exec';
import { HostClient } from './processes/host/host-client';
import { reapOrphans } from './processes/host/reap-orphans';
import { PidProbe } from './processes/pid-probe';
import type { Note } from './processes/ports-host';
import { Registry } from './processes/registry';
import { PtyRenderer } from './processes/text/render-pty';
import startRenderThread from './processes/text/render-worker?nodeWorker';

export interface ProcessParts {
  readonly host: HostClient;
  readonly queue: EventQueue;
  readonly registry: Registry;
  readonly environment: LocalEnvironment;
  readonly quit: QuitProcesses;
}

export interface ProcessOptions {
  readonly base: Base;
  readonly home: Home;
  readonly ids: IdSource;
  readonly emit: (event: EngineEvent) => void;
  readonly own: DisposableStore;
}

const BYTES_PER_MIB = 1024 * 1024;

/** The process host, the registry and its queue. */
export function composeProcesses({ base, home, ids, emit, own }: ProcessOptions): ProcessParts {
  const { mask, settings, processRows } = base;
  const log = base.log.child('processes');
  const note: Note = (level, text) => log[level](text);
  const host = own.add(new HostClient({ launch: launchHost, clock: systemClock }));
  own.add(host.onEvent((event) => event.type === 'log' && log[event.level](event.text)));
  own.add(host.onCrash(({ exitCode, canRestart }) => log.error('the process host ended', { exitCode, canRestart })));
  const queue = own.add(new EventQueue({ store: processRows, clock: systemClock, mask, note }));
  const environment = localEnvironment(note);
  const endTree = orphanEnder(systemClock);
  const haste = new Haste();
  const registry = own.add(
    new Registry({
      clock: systemClock,
      ids,
      host,
      store: processRows,
      queue,
      launcher: environment,
      probe: new PidProbe({
        startTimeOf: livingStartTimeOf,
        signalZero: (pid) => process.kill(pid, 0),
        ownPid: process.pid,
        listMarked,
      }),
      killer: {
        killTree: ({ id, pid, startTime, graceMs }) => reapOrphans([{ id, pid, startTime }], graceMs, endTree),
      },
      drawing: own.add(new PtyRenderer(systemClock, () => startRenderThread({}))),
      emit,
      mask,
      note,
      logFolder: home.paths.processLogs,
      limits: () => {
        const { killGraceSeconds, logMaxMiB } = settings.current.settings.processes;
        return { graceMs: haste.graceMs(killGraceSeconds * 1000), logMaxBytes: logMaxMiB * BYTES_PER_MIB };
      },
      ownerPid: process.pid,
    }),
  );
  const quit = new QuitProcesses({ host, registry, endTree, listMarked, haste });
  return { host, queue, registry, environment, quit };
}

function localEnvironment(note: Note): LocalEnvironment {
  return new LocalEnvironment({
    platform: process.platform,
    temporary: tmpdir(),
    isFolder: (path) => look(path)?.isDirectory() ?? false,
    isFile: (path) => look(path)?.isFile() ?? false,
    passthrough: new PassthroughNames(),
    loginShell: userInfo().shell,
    readLoginEnv: () =>
      readLoginEnv({
        run: runBounded,
        randomHex,
        platform: process.platform,
        own: definedVariables(process.env),
        shell: userInfo().shell ?? '/bin/sh',
        note,
      }),
  });
}

function definedVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}

/** What is at a path; null for what is not there or may not be looked at: a folder of PATH may be somebody else's. */
function look(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
