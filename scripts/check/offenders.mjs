// One small crime per border rule. `files` are written to the lab; `from` is the file that must be named.
const offender = (rule, from, code, more = {}) => ({ rule, from, files: { [from]: code, ...more } });

const LANES = [
  'agent',
  'approvals',
  'notices',
  'redaction',
  'scheduler',
  'processes',
  'environments',
  'tools',
  'models',
  'store',
  'ipc',
  'windows',
  'cli',
  'parser',
  'keys',
];

const value = 'export const value = 1;\n';

export const offenders = [
  offender('no-circular', 'src/shared/ring-a.ts', "import { b } from './ring-b';\nexport const a = () => b;\n", {
    'src/shared/ring-b.ts': "import { a } from './ring-a';\nexport const b = () => a;\n",
  }),
  offender(
    'shared-is-a-leaf',
    'src/shared/reaches-out.ts',
    "import { value } from '../main/lib/thing';\nexport { value };\n",
    {
      'src/main/lib/thing.ts': value,
    },
  ),
  offender(
    'shared-runs-anywhere',
    'src/shared/reads.ts',
    "import { readFileSync } from 'node:fs';\nexport { readFileSync };\n",
  ),
  offender('preload-is-thin', 'src/preload/fat.ts', "import { value } from '../main/lib/thing';\nexport { value };\n"),
  offender(
    'renderer-sees-only-shared',
    'src/renderer/lib/peeks.ts',
    "export type V = typeof import('../../main/lib/thing').value;\n",
  ),
  offender(
    'renderer-is-a-web-page',
    'src/renderer/lib/nodeish.ts',
    "import { join } from 'node:path';\nexport { join };\n",
  ),
  offender(
    'renderer-has-no-native-parts',
    'src/renderer/lib/electric.ts',
    "import { ipcRenderer } from 'electron';\nexport { ipcRenderer };\n",
  ),
  offender(
    'features-do-not-mix',
    'src/renderer/features/a/mix.ts',
    "import { value } from '../b/inner';\nexport { value };\n",
    {
      'src/renderer/features/b/inner.ts': value,
    },
  ),
  offender(
    'feature-front-door',
    'src/renderer/app/back-door.ts',
    "import { value } from '../features/b/inner';\nexport { value };\n",
  ),
  offender(
    'renderer-flows-down',
    'src/renderer/ui/up.ts',
    "import { value } from '../features/b/inner';\nexport { value };\n",
  ),
  offender(
    'process-host-is-an-island',
    'src/process-host/swims.ts',
    "import { value } from '../main/lib/thing';\nexport { value };\n",
  ),
  offender(
    'main-never-imports-ui',
    'src/main/lib/looks.ts',
    "import { value } from '../../renderer/ui/plain';\nexport { value };\n",
    {
      'src/renderer/ui/plain.ts': value,
    },
  ),
  offender(
    'only-compose-starts-the-host',
    'src/main/processes/shortcut.ts',
    "import { value } from '../../process-host/inside';\nexport { value };\n",
    {
      'src/process-host/inside.ts': value,
    },
  ),
  offender(
    'area-must-be-listed',
    'src/main/managers/squatter.ts',
    "import { value } from '../lib/thing';\nexport { value };\n",
  ),
  offender(
    'area-must-be-listed-as-target',
    'src/main/lib/visits.ts',
    "import { value } from '../managers/quiet';\nexport { value };\n",
    {
      'src/main/managers/quiet.ts': value,
    },
  ),
  offender(
    'nobody-imports-compose',
    'src/main/lib/composes.ts',
    "import { value } from '../compose';\nexport { value };\n",
    {
      'src/main/compose.ts': value,
    },
  ),
  offender('pure-areas-do-no-io', 'src/main/agent/reads.ts', "export const fs = () => import('node:fs');\n"),
  offender(
    'raw-electron-has-one-home',
    'src/main/tools/electric.ts',
    "import { app } from 'electron';\nexport { app };\n",
  ),
  offender(
    'spawn-has-one-home',
    'src/main/tools/spawns.ts',
    "import { spawn } from 'child_process';\nexport { spawn };\n",
  ),
  offender(
    'sql-has-one-home',
    'src/main/tools/sql.ts',
    "import Database from 'better-sqlite3';\nexport { Database };\n",
  ),
  offender(
    'nothing-unresolvable',
    'src/main/lib/dangling.ts',
    "import { value } from './not-there';\nexport { value };\n",
  ),
  offender(
    'src-never-imports-tests',
    'src/main/lib/tested.ts',
    "import { value } from '../../../tests/fakes/thing';\nexport { value };\n",
    {
      'tests/fakes/thing.ts': value,
    },
  ),
  ...LANES.map((area) => {
    const neighbour = area === 'tools' ? 'store' : 'tools';
    return offender(
      `${area}-stays-in-its-lane`,
      `src/main/${area}/strays.ts`,
      `import { value } from '../${neighbour}/inner';\nexport { value };\n`,
      {
        [`src/main/${neighbour}/inner.ts`]: value,
      },
    );
  }),
];
