import type { settingCalls } from '../../../shared/contract/calls/settings';
import { Settings } from '../../../shared/schemas/settings';
import type { ReadSettings, SettingsDocument } from '../../lib/settings-document';
import type { Models } from '../../models/ports';
import type { HandlersOf } from '../ports';

export interface SettingHandlerPorts {
  readonly settings: { readonly current: ReadSettings; update(patch: SettingsDocument): Promise<void> };
  readonly models: Models;
}

/** The calls of `settingCalls`. No answer holds a key; the router masks what goes out all the same. */
export function settingHandlers({ settings, models }: SettingHandlerPorts): HandlersOf<typeof settingCalls> {
  return {
    'settings.get': async () => {
      const { settings: inForce, warnings } = settings.current;
      return {
        settings: inForce,
        defaults: Settings.parse({}),
        warnings: [...warnings.map(({ message }) => message), ...models.warnings()],
      };
    },
    'settings.update': async ({ patch }) => done(settings.update(patch)),
    'models.list': async () => {
      const { models: entries, ...rest } = models.list();
      return { ...rest, models: [...entries] };
    },
    'models.offers': async () => [...(await models.offers())],
    'models.test': (given) => models.test(given),
    'models.add': ({ allowPlainText = false, ...given }) => models.add(given, { allowPlainText }),
    'models.remove': async ({ id }) => done(models.remove(id)),
    'models.use': async ({ id }) => done(models.use(id)),
  };
}

async function done(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}
