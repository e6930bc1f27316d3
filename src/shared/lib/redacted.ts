declare const redacted: unique symbol;

/**
 * A value that went through `redactForEgress` (design 3). Whatever sends text out of main asks for this type, so that
 * a way around the redaction does not compile. Fields stay readable.
 */
export type Redacted<T> = T & { readonly [redacted]: true };
