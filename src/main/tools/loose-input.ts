import { z } from 'zod';
import { parseInteger } from '../../shared/lib/parse-integer';

const MAX_INTEGER = 1e9;

// Models send numbers as text and ids as numbers; these accept what is meant and refuse the rest by name. Each tells
// a model one plain type, whatever else it takes.

const wrongType = (context: z.RefinementCtx<unknown>, expected: string) => {
  context.addIssue({ code: 'custom', message: `expected ${expected}` });
  return z.NEVER;
};

const toText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

const toBoolean = (value: unknown): boolean | null => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true') return true;
  return word === false || word === 'false' ? false : null;
};

const toTextList = (value: unknown): readonly string[] | null => {
  const texts = (Array.isArray(value) ? value : [value]).map(toText);
  return texts.every((text) => text !== null) ? texts : null;
};

/** Text; a number or boolean is taken as its text (spec/processes 5). */
export const looseText = z
  .unknown()
  .transform((value, context) => toText(value) ?? wrongType(context, 'text'))
  .meta({ type: 'string' });

/** A whole number, or its decimal text. */
export const looseInteger = z
  .unknown()
  .transform(
    (value, context) =>
      parseInteger(value, { min: -MAX_INTEGER, max: MAX_INTEGER, fallback: null }) ??
      wrongType(context, 'a whole number'),
  )
  .meta({ type: 'integer' });

/** A boolean, or the words true and false. */
export const looseBoolean = z
  .unknown()
  .transform((value, context) => toBoolean(value) ?? wrongType(context, 'true or false'))
  .meta({ type: 'boolean' });

/** A list of texts; one text alone is taken as a list of one. */
export const looseTextList = z
  .unknown()
  .transform((value, context) => toTextList(value) ?? wrongType(context, 'a list of texts'))
  .meta({ type: 'array', items: { type: 'string' } });
