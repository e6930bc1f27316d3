import { parseInteger } from '../../shared/lib/parse-integer';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN_EDGE = 200;
const MAX_EDGE = 8_000;

/** Reads `1280x800`; null for what is no size of a window. */
export function parseSize(text: string): Size | null {
  const [, left, right] = /^(\d{1,5})x(\d{1,5})$/i.exec(text) ?? [];
  const [width, height] = [left, right].map((edge) => parseInteger(edge, { min: 0, max: 99_999, fallback: 0 }));
  if (width === undefined || height === undefined) return null;
  const isUsable = [width, height].every((edge) => edge >= MIN_EDGE && edge <= MAX_EDGE);
  return isUsable ? { width, height } : null;
}
