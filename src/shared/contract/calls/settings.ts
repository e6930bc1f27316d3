import { z } from 'zod';
import { Settings } from '../../schemas/settings';
import { call, nothing } from './call';

/** A model that can answer, as settings list it. Keys never cross. */
export const ModelEntry = z.strictObject({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  hasKey: z.boolean(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

/** Something found on this machine that can be connected with one act; never used unasked (design 5). */
export const ModelOffer = z.strictObject({
  kind: z.enum(['environment-key', 'local-server']),
  label: z.string(),
  baseUrl: z.string(),
  /** Models that a local server names; empty where one has to be typed. */
  models: z.array(z.string()),
  /** Name of the environment variable that holds the key; null for local servers. */
  keyVariable: z.string().nullable(),
});
export type ModelOffer = z.infer<typeof ModelOffer>;

const Connection = z.strictObject({
  name: z.string().trim().min(1).max(200),
  baseUrl: z.string().trim().min(1).max(2_000),
  /** Typed by the user; absent keeps the stored one. */
  key: z.string().max(4_096).optional(),
  keyVariable: z.string().max(200).optional(),
});

export const settingCalls = {
  'settings.get': call(
    nothing,
    z.strictObject({ settings: Settings, defaults: Settings, warnings: z.array(z.string()) }),
  ),
  /** Merges into settings.json. A value that does not fit is BAD_INPUT and names the field. */
  'settings.update': call(z.strictObject({ patch: z.record(z.string(), z.unknown()) }), nothing),
  'models.list': call(
    nothing,
    z.strictObject({ models: z.array(ModelEntry), active: z.string().nullable(), isFixedByFlags: z.boolean() }),
  ),
  'models.offers': call(nothing, z.array(ModelOffer)),
  /** Tries it with one short request; nothing is stored. */
  'models.test': call(Connection, z.strictObject({ ok: z.boolean(), message: z.string() })),
  'models.add': call(
    Connection.extend({ allowPlainText: z.boolean().optional() }),
    /** `needsConsent`: this system has no key store; say yes to keep the key in a private file. */
    z.strictObject({ id: z.string().nullable(), needsConsent: z.boolean() }),
  ),
  'models.remove': call(z.strictObject({ id: z.string() }), nothing),
  /** Null: the built-in operator. From the next turn on. */
  'models.use': call(z.strictObject({ id: z.string().nullable() }), nothing),
} as const;
