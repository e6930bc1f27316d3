import { z } from 'zod';

/**
 * What a live view and the process host say over their MessagePort (design 1, views). Offsets count UTF-16 code
 * units of decoded output since the start of the process; acknowledgements are cumulative, so a lost one heals.
 */
export const VIEW_HIGH_WATERMARK_CHARS = 100_000;
export const VIEW_LOW_WATERMARK_CHARS = 5_000;
/** A smaller size is ignored: it comes from a view that is being hidden or squeezed. */
export const VIEW_MIN_COLS = 20;
export const VIEW_MIN_ROWS = 2;

export const ToView = z.discriminatedUnion('type', [
  /**
   * First message, and again whenever the view fell behind: reset the terminal, take this size, write `text`;
   * `skippedChars` were left out. `text` may begin with sequences that nobody printed: they set what the output
   * before it has left set. In the first one nothing asks the terminal for an answer.
   */
  z.strictObject({
    type: z.literal('replay'),
    text: z.string(),
    endOffset: z.number(),
    skippedChars: z.number(),
    cols: z.number().nullable(),
    rows: z.number().nullable(),
  }),
  z.strictObject({ type: z.literal('data'), text: z.string(), endOffset: z.number() }),
  z.strictObject({ type: z.literal('exit'), exitCode: z.number().nullable(), signal: z.string().nullable() }),
]);
export type ToView = z.infer<typeof ToView>;

export const FromView = z.discriminatedUnion('type', [
  /** Everything up to `offset` has been parsed by the terminal. */
  z.strictObject({ type: z.literal('ack'), offset: z.number() }),
  z.strictObject({ type: z.literal('input'), data: z.string().max(1_000_000) }),
  z.strictObject({
    type: z.literal('resize'),
    cols: z.number().int().min(2).max(1000),
    rows: z.number().int().min(1).max(1000),
  }),
]);
export type FromView = z.infer<typeof FromView>;
