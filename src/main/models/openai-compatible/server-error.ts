import { z } from 'zod';

/** What a server gave as the reason of an error, in whichever of the usual shapes. */
export interface ServerError {
  readonly text: string;
  /** `code` and `type` of the error, lower case, as a set to look into. */
  readonly codes: ReadonlySet<string>;
  /** A number in the error's `code` or `status` that is an HTTP status. */
  readonly status: number | null;
  readonly isJson: boolean;
  /** The body has an `error` field, whatever its status says. */
  readonly isExplicit: boolean;
}

const Label = z.union([z.string(), z.number()]).nullish().catch(null);
const Text = z.string().nullish().catch(null);

const ErrorBody = z.looseObject({
  message: Text,
  detail: z.unknown().optional(),
  code: Label,
  type: Label,
  status: Label,
});

const nothing: ServerError = { text: '', codes: new Set(), status: null, isJson: true, isExplicit: false };

/** The error of a parsed JSON body: `{error: {…}}`, `{error: "…"}`, `{message}`, `{detail}`, or a list of one. */
export function serverErrorOf(json: unknown): ServerError {
  const body = Array.isArray(json) ? json[0] : json;
  const outer = ErrorBody.safeParse(body).data;
  if (outer === undefined) return { ...nothing, text: typeof body === 'string' ? body : '' };
  const isExplicit = outer.error !== undefined && outer.error !== null;
  if (typeof outer.error === 'string') return { ...nothing, text: outer.error, isExplicit };
  const inner = ErrorBody.safeParse(outer.error).data ?? outer;
  const labels = [inner.code, inner.type, inner.status].filter((label) => label !== null && label !== undefined);
  return {
    text: inner.message ?? wordsOf(inner.detail),
    codes: new Set(labels.map((label) => String(label).toLowerCase())),
    status: labels.map(Number).find((n) => Number.isInteger(n) && n >= 400 && n <= 599) ?? null,
    isJson: true,
    isExplicit,
  };
}

function wordsOf(detail: unknown): string {
  if (detail === undefined || detail === null) return '';
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}

/** The error of a body as it came; a web page is reduced to its title. */
export function parseServerError(body: string): ServerError {
  try {
    return serverErrorOf(JSON.parse(body));
  } catch {
    const title = /<title[^>]*>([^<]*)</i.exec(body)?.[1];
    const text = title ?? (/^\s*</.test(body) ? '' : body);
    return { ...nothing, text, isJson: false };
  }
}

/**
 * The wire has no agreed code for "the conversation is too long": many servers say it in words only, so the words
 * are read here, at the border, and nowhere else.
 */
export function isAboutLength(error: ServerError): boolean {
  if (error.codes.has('context_length_exceeded')) return true;
  return /context (length|window|size)|maximum context|prompt is too long|too many (input )?tokens/i.test(error.text);
}

/** Likewise for "there is no such model here". */
export function isAboutModel(error: ServerError): boolean {
  return error.codes.has('model_not_found') || /\bmodels?\b/i.test(error.text);
}
