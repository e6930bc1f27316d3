import { messageOf } from '../../shared/errors/app-error';
import type { SessionSummary } from '../../shared/schemas/session';
import { call } from '../lib/bridge';
import { useCommand } from '../lib/commands';
import { closeTop } from '../lib/escape';
import { useToast } from '../ui/toast';
import type { Navigation } from './navigation';
import type { Panels } from './panels';
import type { Places } from './places';

interface ShellCommandOptions {
  readonly navigation: Navigation;
  readonly panels: Panels;
  readonly places: Places;
  readonly sessions: readonly SessionSummary[];
  readonly onPalette: () => void;
}

const LAST = { isLast: true } as const;

/** What the frame itself does when a menu, a key, a link or a notice asks. Features may take a command before it. */
export function useShellCommands({ navigation, panels, places, sessions, onPalette }: ShellCommandOptions): void {
  const { show } = useToast();
  const { view, sessionId } = navigation;
  const isOver = () => document.querySelector('dialog[open]') !== null;

  useCommand('palette', () => (isOver() ? undefined : onPalette()), LAST);
  useCommand('new-session', () => (isOver() ? undefined : places.newSession()), LAST);
  useCommand('settings', () => (isOver() ? undefined : places.showSettings()), LAST);
  useCommand('shortcuts', () => (isOver() ? undefined : places.showShortcuts()), LAST);
  useCommand('toggle-sidebar', () => panels.toggle('sidebar'), LAST);
  useCommand('toggle-processes', () => panels.toggle('processes'), LAST);
  useCommand('close-top', () => closeTop(), LAST);
  useCommand('show-session', (command) => places.showSession(command.sessionId), LAST);
  useCommand('show-process', (command) => places.showProcess(command.processId), LAST);
  useCommand('show-approval', (command) => places.showApproval(command.requestId), LAST);

  const walk = (step: 1 | -1) => {
    const kept = sessions.filter(({ archivedAt }) => archivedAt === null);
    const now = kept.findIndex(({ id }) => id === sessionId);
    const next = kept[(Math.max(now, step === 1 ? -1 : 0) + step + kept.length) % kept.length];
    if (next !== undefined) places.showSession(next.id);
  };
  useCommand('next-session', () => walk(1), LAST);
  useCommand('previous-session', () => walk(-1), LAST);

  useCommand(
    'stop-turn',
    () => {
      if (view !== 'session' || sessionId === null) return false;
      call('sessions.interrupt', { sessionId }).then(
        ({ message }) => show(message),
        (error) => show(messageOf(error)),
      );
      return true;
    },
    LAST,
  );

  const startShell = async () => {
    const { ok, message, processId } = await call('processes.start', { command: '', pty: true, sessionId });
    if (ok && processId !== null) {
      navigation.showProcess(processId);
      panels.open('processes');
    } else show(message);
  };
  useCommand(
    'new-shell',
    () => {
      startShell().catch((error) => show(messageOf(error)));
    },
    LAST,
  );
  useSearchSessions(panels);
}

/** The field is in the sidebar: it is opened first where it is closed. */
function useSearchSessions(panels: Panels): void {
  useCommand(
    'search-sessions',
    () => {
      panels.open('sidebar');
      // The sidebar listens to the same command once it is there.
      requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[aria-label="Search sessions"]')?.focus());
    },
    LAST,
  );
}
