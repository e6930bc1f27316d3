// Who may import whom (docs/architecture.md). Closed world: a new area is illegal until it is listed here.
const PURE = 'agent|approvals|notices|redaction|scheduler';
const EDGE = 'processes|environments|tools|models|store|ipc|windows|cli|parser|keys';
const AREA = `${PURE}|${EDGE}|lib`;
const COMMON = 'src/shared/|src/main/lib/|src/main/[^/]+/ports[.]ts$|src/main/redaction/';

// What single areas may import besides the common ground.
const EXTRA = {
  models: 'src/main/agent/model-failure[.]ts$',
  ipc: 'src/main/windows/',
};

// Pure packages that pure areas may use besides zod.
const PURE_PACKAGES = 'node_modules/(zod|croner)/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const IO = { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'] };
const NOT_TEST = '[.]test(ing)?[.]tsx?$';

const onlyTo = (area) =>
  rule(
    `${area}-stays-in-its-lane`,
    `src/main/${area} may import itself, src/shared, src/main/lib, src/main/redaction and any area's ports.ts${EXTRA[area] ? `, and ${EXTRA[area]}` : ''}. Move the code, pass it in as a port, or argue for an entry in EXTRA.`,
    { path: `^src/main/${area}/`, pathNot: NOT_TEST },
    { path: '^src/', pathNot: [`^src/main/${area}/`, `^(${COMMON})`, ...(EXTRA[area] ? [`^${EXTRA[area]}`] : [])] },
  );

module.exports = {
  forbidden: [
    rule('no-circular', 'Two files that need each other are one subject, or hide a third.', {}, { circular: true }),
    rule(
      'shared-is-a-leaf',
      'src/shared is used by all and uses none.',
      { path: '^src/shared/', pathNot: NOT_TEST },
      { path: '^src/(?!shared/)' },
    ),
    rule(
      'shared-runs-anywhere',
      'src/shared has ES and zod only.',
      { path: '^src/shared/', pathNot: NOT_TEST },
      { ...IO, pathNot: 'node_modules/zod/' },
    ),
    rule(
      'preload-is-thin',
      'The preload passes things on; it holds no product code.',
      { path: '^src/preload/' },
      { path: '^src/(main|renderer|process-host)/' },
    ),
    rule(
      'renderer-sees-only-shared',
      'A page reaches main through the IPC contract.',
      { path: '^src/renderer/' },
      { path: '^src/(main|preload|process-host)/' },
    ),
    rule(
      'renderer-is-a-web-page',
      'No Node in the page.',
      { path: '^src/renderer/', pathNot: NOT_TEST },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'renderer-has-no-native-parts',
      'No Electron and no addon in the page.',
      { path: '^src/renderer/' },
      { path: 'node_modules/(electron|node-pty|better-sqlite3)/' },
    ),
    rule(
      'features-do-not-mix',
      'Features meet in renderer/app.',
      { path: '^src/renderer/features/([^/]+)/' },
      { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    ),
    rule(
      'feature-front-door',
      'Use a feature through its index.',
      { path: '^src/renderer/app/' },
      { path: '^src/renderer/features/', pathNot: '^src/renderer/features/[^/]+/index[.]tsx?$' },
    ),
    rule(
      'renderer-flows-down',
      'ui and lib know no feature.',
      { path: '^src/renderer/(ui|lib)/' },
      { path: '^src/renderer/(features|app)/' },
    ),
    rule(
      'process-host-is-an-island',
      'The process host is its own program.',
      { path: '^src/process-host/', pathNot: NOT_TEST },
      { path: '^src/(?!shared/|process-host/)' },
    ),
    rule(
      'main-never-imports-ui',
      'Main serves windows, it does not contain them.',
      { path: '^src/main/' },
      { path: '^src/(preload|renderer)/' },
    ),
    rule(
      'only-compose-starts-the-host',
      'Main talks to the host by its protocol.',
      { path: '^src/main/', pathNot: ['^src/main/compose[-a-z]*[.]ts$', NOT_TEST] },
      { path: '^src/process-host/' },
    ),
    rule(
      'area-must-be-listed',
      'A new folder in src/main is added to this file first.',
      { path: '^src/main/[^/]+/', pathNot: `^src/main/(${AREA})/` },
      {},
    ),
    rule(
      'area-must-be-listed-as-target',
      'A new folder in src/main is added to this file first.',
      {},
      { path: '^src/main/[^/]+/', pathNot: `^src/main/(${AREA})/` },
    ),
    rule(
      'nobody-imports-compose',
      'compose.ts is the root of main.',
      { pathNot: ['^src/main/(main|compose[-a-z]*)[.]ts$', NOT_TEST] },
      { path: '^src/main/compose[-a-z]*[.]ts$' },
    ),
    rule(
      'pure-areas-do-no-io',
      'Pure areas think; hand them ports.',
      { path: `^src/main/(${PURE})/`, pathNot: NOT_TEST },
      { ...IO, pathNot: ['^(node:)?(crypto|timers/promises)$', PURE_PACKAGES] },
    ),
    rule(
      'raw-electron-has-one-home',
      'Electron is used in main.ts, compose, ipc and windows; others get plain functions.',
      { path: '^src/main/', pathNot: ['^src/main/(main|compose[-a-z]*)[.]ts$', '^src/main/(ipc|windows)/'] },
      { path: 'node_modules/electron/' },
    ),
    rule(
      'spawn-has-one-home',
      'Children are started by the process host or by processes/.',
      { path: '^src/', pathNot: ['^src/(main/processes|process-host)/', NOT_TEST] },
      { path: '^(node:)?child_process$|node_modules/node-pty/' },
    ),
    rule(
      'sql-has-one-home',
      'SQL lives in store/.',
      { path: '^src/', pathNot: '^src/main/store/' },
      { path: 'node_modules/better-sqlite3/' },
    ),
    rule(
      'nothing-unresolvable',
      'An import that does not resolve is checked by nobody.',
      { path: '^src/' },
      { couldNotResolve: true, pathNot: '[?](modulePath|nodeWorker|asset|url)' },
    ),
    rule(
      'src-never-imports-tests',
      'Product code does not know its tests.',
      { path: '^src/', pathNot: NOT_TEST },
      { path: '^(e2e|tests|bench)/|[.]test[.]tsx?$' },
    ),
    ...`${PURE}|${EDGE}`.split('|').map(onlyTo),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|node_modules/[.]cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
