import { assertNever } from '../../../shared/lib/assert-never';
import type { JsonObject } from '../../../shared/lib/json';
import type { ModelMessage } from '../../agent/ports';
import type { Intent, ProcessRef, RunIntent, StartIntent } from './grammar';
import { HELP_TEXT } from './help-text';
import { lastProcess } from './mentions';

/** What an intent comes to: a call of a tool, or something to say. */
export type Step = CallStep | { readonly kind: 'say'; readonly text: string; readonly isOk: boolean };

export interface CallStep {
  readonly kind: 'call';
  readonly name: 'terminal' | 'process';
  readonly args: JsonObject;
}

const SHOWN_LINES = 50;

/** Turns one intent into its step. `messages` is the conversation up to here: it tells what "it" is. */
export function stepOf(intent: Intent, messages: readonly ModelMessage[]): Step {
  switch (intent.kind) {
    case 'run':
      return { kind: 'call', name: 'terminal', args: runArgs(intent) };
    case 'start':
      return { kind: 'call', name: 'terminal', args: startArgs(intent) };
    case 'list':
      return { kind: 'call', name: 'process', args: { action: 'list' } };
    case 'help':
      return { kind: 'say', text: HELP_TEXT, isOk: true };
    default:
      return onProcess(intent, intent.process, messages);
  }
}

function runArgs({ command, pty, folder, seconds }: RunIntent): JsonObject {
  return { command, ...where(pty, folder), ...(seconds === null ? {} : { timeout: seconds }) };
}

function startArgs({ command, pty, folder, patterns, notify }: StartIntent): JsonObject {
  return {
    command,
    background: true,
    ...where(pty, folder),
    ...(patterns.length === 0 ? {} : { watch_patterns: [...patterns] }),
    ...(notify ? { notify_on_complete: true } : {}),
  };
}

function where(pty: boolean, folder: string | null): JsonObject {
  return { ...(pty ? { pty: true } : {}), ...(folder === null ? {} : { workdir: folder }) };
}

type OnProcess = Extract<Intent, { process: ProcessRef }>;

function onProcess(intent: OnProcess, process: ProcessRef, messages: readonly ModelMessage[]): Step {
  const id = process.kind === 'id' ? process.id : lastProcess(messages);
  if (id === null) {
    const text = 'No process was started in this conversation yet. Say list, or name one by its id.';
    return { kind: 'say', text, isOk: false };
  }
  return { kind: 'call', name: 'process', args: actionArgs(intent, id) };
}

function actionArgs(intent: OnProcess, id: string): JsonObject {
  switch (intent.kind) {
    case 'show':
      return { action: 'log', session_id: id, limit: intent.lines ?? SHOWN_LINES };
    case 'send':
      return { action: intent.newline ? 'submit' : 'write', session_id: id, data: intent.text };
    case 'stop':
      return { action: 'kill', session_id: id };
    case 'wait':
      return { action: 'wait', session_id: id, ...(intent.seconds === null ? {} : { timeout: intent.seconds }) };
    default:
      return assertNever(intent);
  }
}
