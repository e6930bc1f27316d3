import { askAlways, type Family } from '../finding';

/** Options with which harmless-looking programs start others. */
const STARTERS: Readonly<Record<string, RegExp>> = {
  tar: /^(--checkpoint-action|--to-command|--use-compress-program|--rmt-command|--rsh-command|--info-script|--new-volume-script|-I|-F)/,
  zip: /^(-TT|--unzip-command)/,
  rsync: /^(--rsync-path)/,
  sort: /^--compress-prog/,
  man: /^(-P|--pager|-H|--html)/,
  rg: /^(--pre|--hostname-bin)(=|$)/,
  ag: /^--pager/,
  less: /^\+.*!/,
  split: /^--filter/,
  ssh: /^(-o)?\s*(proxycommand|localcommand|permitlocalcommand|knownhostscommand)/i,
  scp: /^(-S|(-o)?\s*proxycommand)/i,
  curl: /^(-K|--config)/,
  wget: /^(--use-askpass|--config|-e|--execute)/,
  make: /^(--eval|SHELL=)/,
  systemd: /^--property/,
  mysql: /^(system|\\!)/,
  psql: /\\!|\bcopy\b[\s\S]*\bprogram\b/i,
  sqlite3: /^\.(shell|system)/,
  npm: /^--script-shell/,
  pip: /^--(global|build|install)-option/,
};

/** Options that start another program, which the judge cannot see. */
export const runsProgram: Family = ({ name, args }) => {
  const starter = Object.hasOwn(STARTERS, name) ? STARTERS[name] : undefined;
  const word = args.find((arg) => starter?.test(arg.text));
  if (word === undefined) return [];
  return [askAlways({ family: 'runs-program', text: 'An option starts another program.', words: [word] })];
};
