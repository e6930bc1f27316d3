import { z } from 'zod';
import { parseInteger } from '../../shared/lib/parse-integer';

const MAX_INTEGER = 1e9;

// Models send numbers as text and ids as numbers; these accept what is meant and refuse the rest by name.

/** Text; a number or boolean is taken as its text (spec/processes 5). */
export const looseText = z.union([z.string(), z.number(), z.boolean()]).transform(String).meta({ type: 'string' });

/** A whole number, or its decimal text. */
export const looseInteger = z.union([z.number(), z.string()]).transform((value, context) => {
  const number = parseInteger(value, { min: -MAX_INTEGER, max: MAX_INTEGER, fallback: null });
  if (number !== null) return number;
  context.addIssue({ code: 'custom', message: 'expected a whole number' });
  return z.NEVER;
});

/** A boolean, or the words true and false. */
export const looseBoolean = z.union([
  z.boolean(),
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((word) => word === 'true'),
]);

/** A list of texts; one text alone is taken as a list of one. */
export const looseTextList = z.union([z.array(looseText), looseText.transform((text) => [text])]);
