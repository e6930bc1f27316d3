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
  appearance: z
    .looseObject({
      theme: z.enum(['system', 'light', 'dark']).default('system'),
      zoomPercent: z.number().int().min(50).max(200).default(100),
      reduceMotion: z.boolean().default(false),
      terminalFontSize: z.number().int().min(8).max(24).default(12),
    })
    .prefault({}),
  notifications: z
    .looseObject({
      approvals: z.boolean().default(true),
      turns: z.boolean().default(true),
      failures: z.boolean().default(true),
      processes: z.boolean().default(true),
    })
    .prefault({}),
  window: z
    .looseObject({
      /** Closing the window keeps Talaria in the tray; only where there is a tray. */
      closeToTray: z.boolean().default(false),
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
