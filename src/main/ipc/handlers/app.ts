import type { appCalls } from '../../../shared/contract/calls/app';
import type { IpcOutput } from '../../../shared/contract/ipc-calls';
import type { Notice } from '../../../shared/schemas/notice';
import type { HandlersOf } from '../ports';

/** What the page shows, as it says itself. */
export type Showing = { readonly sessionId: string | null; readonly processId: string | null };

/** The powers of the shell that a page can ask for. */
export interface AppHandlerPorts {
  readonly info: () => IpcOutput<'app.info'>;
  readonly firstRunDone: () => void;
  readonly reveal: (what: 'home' | 'logs' | 'process-logs' | 'settings') => Promise<void>;
  readonly pickFolder: (startAt: string | null) => Promise<string | null>;
  readonly openLink: (url: string) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  readonly deleteEverything: () => Promise<void>;
  readonly exportLogs: () => Promise<string | null>;
  readonly showing: (showing: Showing) => void;
  readonly notices: {
    list(): readonly Notice[];
    read(ids: readonly string[]): void;
    test(): Promise<IpcOutput<'notices.test'>>;
  };
}

export function appHandlers(ports: AppHandlerPorts): HandlersOf<typeof appCalls> {
  const { notices } = ports;
  return {
    'app.info': async () => ports.info(),
    'app.firstRunDone': done(() => ports.firstRunDone()),
    'app.reveal': done(({ what }) => ports.reveal(what)),
    'app.pickFolder': async ({ startAt }) => ({ folder: await ports.pickFolder(startAt ?? null) }),
    'app.openLink': done(({ url }) => ports.openLink(url)),
    'app.copy': done(({ text }) => ports.copy(text)),
    'app.deleteEverything': done(() => ports.deleteEverything()),
    'app.exportLogs': async () => ({ file: await ports.exportLogs() }),
    'app.showing': done((showing) => ports.showing(showing)),
    'notices.list': async () => [...notices.list()],
    'notices.read': done(({ ids }) => notices.read(ids)),
    'notices.test': () => notices.test(),
  };
}

/** A call that has nothing to answer. */
function done<I>(act: (input: I) => Promise<void> | void): (input: I) => Promise<Record<string, never>> {
  return async (input) => {
    await act(input);
    return {};
  };
}
