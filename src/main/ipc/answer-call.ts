import { type IpcCallName, ipcCalls } from '../../shared/contract/ipc-calls';
import { AppError } from '../../shared/errors/app-error';
import { type Reply, toWireError } from '../../shared/errors/wire';
import type { Redacted } from '../../shared/lib/redacted';
import type { CallContext, IpcHandlers } from './ports';

export interface CallRouterPorts {
  readonly handlers: IpcHandlers;
  readonly redactForEgress: <T>(value: T) => Redacted<T>;
  readonly logFailure: (name: string, error: unknown) => void;
}

/** Fields of an answer that the page may have as they are: the user's own words in their own window (design 3). */
export type IncomingCall = { readonly name: unknown; readonly input: unknown };

/**
 * Answers one call from a page: looks it up, parses the input, runs the handler, parses the output. Never throws;
 * everything that goes wrong is a coded error, and everything that goes out is masked.
 */
export async function answerCall(
  ports: CallRouterPorts,
  call: IncomingCall,
  context: CallContext,
): Promise<Reply<unknown>> {
  try {
    const name = callName(call.name);
    const input = ipcCalls[name].input.safeParse(call.input);
    if (!input.success) throw new AppError('BAD_INPUT', `${name}: ${firstIssue(input.error.issues)}`);
    const handler = ports.handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
    const output = ipcCalls[name].output.parse(await handler(input.data, context));
    return { ok: true, value: ports.redactForEgress(output) };
  } catch (error) {
    if (!(error instanceof AppError)) ports.logFailure(String(call.name).slice(0, 80), error);
    return { ok: false, error: ports.redactForEgress(toWireError(error)) };
  }
}

/** The refusal for a sender that is not our page. */
export function refuseSender(): Reply<never> {
  return { ok: false, error: { code: 'FORBIDDEN', message: 'This page may not call Talaria.' } };
}

function callName(name: unknown): IpcCallName {
  if (typeof name === 'string' && Object.hasOwn(ipcCalls, name)) return name as IpcCallName;
  throw new AppError('NOT_FOUND', 'There is no such call.');
}

function firstIssue(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const issue = issues[0];
  if (issue === undefined) return 'the input does not fit';
  const where = issue.path.map(String).join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}
