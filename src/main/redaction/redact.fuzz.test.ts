import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactText } from './redact';
import { createStreamRedactor } from './stream-redactor';
import { hostileTexts } from './texts.testing';

test('redacting a redacted text changes nothing (case 273)', () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const once = redactText(text).text;
      expect(redactText(once).text).toBe(once);
    }),
    { numRuns: 1_000 },
  );
});

test('a stream gives what the whole gives, wherever it is cut', () => {
  fc.assert(
    fc.property(
      hostileTexts,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
      (text, steps) => {
        const stream = createStreamRedactor();
        let out = '';
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const step = steps[turn % steps.length] ?? 1;
          out += stream.push(text.slice(at, at + step));
          at += step;
        }
        out += stream.end();
        expect(out).toBe(redactText(text).text);
      },
    ),
    { numRuns: 1_000 },
  );
});
