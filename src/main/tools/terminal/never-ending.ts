import { type ProgramCall, withoutOptions } from './program-of';

type Judge = (args: readonly string[]) => boolean;

const always: Judge = () => true;
const word = (...words: readonly string[]): Judge => {
  const names = new Set(words);
  return (args) => names.has(withoutOptions(args)[0] ?? '');
};
const option = (...options: readonly string[]): Judge => {
  const names = new Set(options);
  return (args) => args.some((arg) => names.has(arg.split('=')[0] ?? ''));
};
const either =
  (...judges: readonly Judge[]): Judge =>
  (args) =>
    judges.some((judge) => judge(args));

const SERVER_SCRIPT = /^(?:dev|start|serve|watch)$|^dev:/;
const watching = option('--watch', '-w');

/** `npm run dev`, `npm start`, `yarn dev`; also the server of a package as in `yarn vite`. */
const script: Judge = (args) => {
  const rest = withoutOptions(args);
  const [first = '', second = ''] = rest;
  if (first === 'run' || first === 'run-script') return SERVER_SCRIPT.test(withoutOptions(rest.slice(1))[0] ?? second);
  return SERVER_SCRIPT.test(first) || (first !== 'vite' ? false : vite(rest.slice(1)));
};

/** A server, unless it builds. */
const vite: Judge = (args) => {
  const isBuild = word('build', 'optimize')(args);
  return isBuild ? watching(args) : true;
};

const RETURNS = option('-d', '--detach', '--wait', '--no-start', '--abort-on-container-exit', '--exit-code-from');
const composeUp: Judge = (args) => {
  const up = args.indexOf('up');
  return up !== -1 && !RETURNS(args.slice(up));
};
const container: Judge = (args) => withoutOptions(args)[0] === 'compose' && composeUp(args);

/** Programs that run until they are stopped: dev servers, watchers, web servers. Small on purpose, and exact. */
const NEVER_ENDING: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['npm', script],
  ['pnpm', script],
  ['yarn', script],
  ['bun', script],
  ['vite', vite],
  ['next', word('dev', 'start')],
  ['nuxt', word('dev', 'start')],
  ['nuxi', word('dev')],
  ['astro', word('dev', 'preview')],
  ['ng', word('serve')],
  ['react-scripts', word('start')],
  ['vue-cli-service', word('serve')],
  ['webpack', either(word('serve'), watching)],
  ['webpack-dev-server', always],
  ['nodemon', always],
  ['http-server', always],
  ['live-server', always],
  ['tsc', watching],
  ['tsx', word('watch')],
  ['jest', option('--watch', '--watchAll')],
  ['vitest', either(word('watch', 'dev'), watching)],
  ['rollup', watching],
  ['esbuild', option('--watch', '--serve')],
  ['node', option('--watch')],
  ['docker', container],
  ['podman', container],
  ['docker-compose', composeUp],
  ['podman-compose', composeUp],
  ['uvicorn', always],
  ['gunicorn', (args) => !option('-D', '--daemon', '--check-config')(args)],
  ['hypercorn', always],
  ['flask', word('run')],
  ['http.server', always],
  ['manage.py', word('runserver')],
  ['php', option('-S')],
  ['rails', word('server', 's')],
  ['hugo', word('server', 'serve')],
  ['jekyll', word('serve')],
  ['mkdocs', word('serve')],
  ['watch', always],
]);

const HELP = new Set(['--help', '-h', 'help', '--version', '-v']);

/** True for a program that will not end by itself; a call for its help or version does. */
export function isNeverEnding({ name, args }: ProgramCall): boolean {
  if (asksForHelp(args)) return false;
  const [first = ''] = args;
  if (/^python[\d.]*$/.test(name) && /(?:^|\/)manage\.py$/.test(first)) return word('runserver')(args.slice(1));
  return NEVER_ENDING.get(name)?.(args) ?? false;
}

export function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => HELP.has(arg));
}
