import { z } from 'zod';

const PassedFlags = z.array(z.string());

/**
 * The flags that the launcher passes as a JSON array of texts in `TALARIA_ARGS`, so that Chromium never sees them;
 * null when the variable holds anything else.
 */
export function readPassedFlags(text: string): readonly string[] | null {
  try {
    return PassedFlags.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: the caller says what is expected.
    return null;
  }
}
