import { z } from 'zod';
import { ApprovalMode } from './approval';

/** `settings.json` in the home. Every field has a default; unknown keys are kept as they are (design 3). */
export const Settings = z.looseObject({
  model: z
    .looseObject({ baseUrl: z.string().nullable().default(null), name: z.string().nullable().default(null) })
    .prefault({}),
  approvals: z
    .looseObject({
      mode: ApprovalMode.default('ask'),
      timeoutSeconds: z.number().int().min(5).max(86_400).default(300),
    })
    .prefault({}),
  processes: z
    .looseObject({
      killGraceSeconds: z.number().min(0).max(60).default(2),
      logMaxMiB: z.number().int().min(1).max(1024).default(64),
    })
    .prefault({}),
  database: z
    .looseObject({
      /** How the store journals; a file that already is WAL stays WAL. Read at start only. */
      journalMode: z.enum(['wal', 'delete']).default('wal'),
      /** Refuse to start rather than fall back from WAL. */
      strictJournalMode: z.boolean().default(false),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;
