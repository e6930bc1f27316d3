import { z } from 'zod';
import { type CliOptions, parseFlags } from './flags';

const HandOver = z.object({ args: z.array(z.string()), startFolder: z.string() });

/** The options of a second start with the same home, or null when its data make no sense. */
export function readHandOver(data: unknown, resolvePath: (base: string, path: string) => string): CliOptions | null {
  const parsed = HandOver.safeParse(data);
  if (!parsed.success) return null;
  const flags = parseFlags(parsed.data.args, { startFolder: parsed.data.startFolder, resolvePath });
  return flags.kind === 'run' ? flags.options : null;
}
