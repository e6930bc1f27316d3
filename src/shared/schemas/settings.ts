import { z } from 'zod';
import { ApprovalMode } from './approval';

/** One model that can answer, in `models`. Its key is elsewhere: `keyRef` only says where. */
export const ModelConnection = z.looseObject({
  id: z.string().min(1),
  name: z.string().trim().min(1),
  baseUrl: z.string().trim().min(1),
  /** `stored`: in keys.json; `env:NAME`: in that environment variable, read when it is used; null: it has none. */
  keyRef: z
    .string()
    .regex(/^(stored|env:[A-Za-z_][A-Za-z0-9_]*)$/, 'Expected "stored", or "env:" and the name of a variable')
    .nullable()
    .default(null),
});
export type ModelConnection = z.infer<typeof ModelConnection>;

/** `settings.json` in the home. Every field has a default; unknown keys are kept as they are (design 3). */
export const Settings = z.looseObject({
  model: z
    .looseObject({
      baseUrl: z.string().nullable().default(null),
      name: z.string().nullable().default(null),
      /** An id of `models`, `operator`, or null: what baseUrl and name say, else the operator. */
      active: z.string().nullable().default(null),
    })
    .prefault({}),
  models: z.array(ModelConnection).default([]),
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
