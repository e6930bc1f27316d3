import { z } from 'zod';
import { messageOf } from '../../../shared/errors/app-error';
import type { ModelFailure } from '../../agent/model-failure';
import { failure } from './failure';
import { quoteServer, type Target } from './target';

const Coded = z.looseObject({ code: z.string() });

/** The system's or fetch's code of a failed connection, from the error or one of its causes; null when there is none. */
function networkCode(error: unknown): string | null {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    const code = Coded.safeParse(current).data?.code;
    if (code !== undefined) return code;
    current = current.cause;
  }
  return null;
}

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/;

/** A request that got no answer at all: the connection could not be made, or it broke before the first header. */
export function networkFailure(target: Target, error: unknown): ModelFailure {
  const code = networkCode(error);
  const message = wording(target.host, code ?? '');
  const known = code === null ? message : `${message} (${code})`;
  // A certificate does not get better by asking again; everything else may be a passing state of the network.
  const retryable = !CERTIFICATE.test(code ?? '');
  return failure('network', 'MODEL_NETWORK', known, { retryable, cause: error });
}

function wording(host: string, code: string): string {
  if (CERTIFICATE.test(code)) {
    return `The secure connection to ${host} was not made, because its certificate is not trusted. Check the address and the server's certificate.`;
  }
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing answers at ${host}. Check that the model server runs and that the base URL is right.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name of ${host} was not found. Check the base URL and your network connection.`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${host} did not accept the connection in time. Check the base URL and your network connection.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${host} closed the connection without an answer. Try again, and look at the server's log if it stays so.`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return `The secure connection to ${host} was not made. Check whether the base URL should begin with http instead of https.`;
    default:
      return `${host} could not be reached. Check the base URL and your network connection.`;
  }
}

/** Connected, asked, and not a single header came back within the limit. */
export function noAnswerInTime(target: Target, limitMs: number): ModelFailure {
  const message = `${target.host} did not answer within ${seconds(limitMs)}. It may be overloaded or still loading the model; try again later.`;
  return failure('network', 'MODEL_NETWORK', message);
}

/** The answer had begun (its headers at least) and then nothing more came. */
export function stalled(target: Target, limitMs: number): ModelFailure {
  const message = `The answer of ${target.host} stalled: nothing came for ${seconds(limitMs)}. What had arrived is kept; ask again to go on.`;
  return failure('stream', 'MODEL_STREAM', message);
}

/** The connection closed before the answer was complete. */
export function cutOff(target: Target, cause?: unknown): ModelFailure {
  const message = `The answer of ${target.host} broke off before its end. What had arrived is kept; ask again to go on.`;
  return failure('stream', 'MODEL_STREAM', message, { retryable: true, cause });
}

/** A part of the stream that is not the protocol. Only the words of `why` are kept: the error may hold the request. */
export function unreadablePart(target: Target, why: unknown): ModelFailure {
  const message = `${target.host} sent a part of its answer that cannot be read as the OpenAI-compatible protocol.`;
  const cause = new Error(quoteServer(target, messageOf(why)));
  return failure('stream', 'MODEL_STREAM', message, { retryable: true, cause });
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
