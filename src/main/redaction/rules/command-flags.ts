import { BLANK } from '../char-class';
import { isNumber, isPath, isReference, isShapeless } from '../harmless';
import { readValue, type Value } from '../read-value';
import { LOOK_BACK, type Rule, type Scan } from '../scan';

/** A program whose short flag carries a secret. */
interface Habit {
  readonly programs: RegExp;
  readonly flag: RegExp;
  /** How the value stands: joined to the flag (`-pX`), behind a blank, or either. */
  readonly form: 'joined' | 'apart' | 'either';
  /** What in the value is secret: all, or what stands behind this separator. */
  readonly behind?: string;
  readonly label: string;
}

const HABITS: readonly Habit[] = [
  { programs: /^(?:mysql\w*|mariadb[\w-]*|mycli|mysqldump)$/, flag: /^-p$/, form: 'joined', label: 'password' },
  {
    programs:
      /^(?:sshpass|docker|podman|nerdctl|helm|az|oc|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|doctl|rabbitmqadmin|ipmitool|cf|buildah|skopeo)$/,
    flag: /^-p$/,
    form: 'either',
    label: 'password',
  },
  { programs: /^(?:7z|7za|7zr|unrar|rar)$/, flag: /^-(?:p|hp)$/, form: 'joined', label: 'password' },
  {
    programs: /^(?:zip|unzip|sqlcmd|bcp|impacket-\w+|ipmitool|isql)$/,
    flag: /^-P$/,
    form: 'either',
    label: 'password',
  },
  { programs: /^(?:redis-cli|redis-benchmark|ssh-keygen)$/, flag: /^-(?:a|N)$/, form: 'apart', label: 'password' },
  { programs: /^(?:ldap\w+)$/, flag: /^-w$/, form: 'either', label: 'password' },
  {
    programs: /^(?:curl|http|https|xh|wget|lftp|ab)$/,
    flag: /^(?:-[a-zA-Z]{0,6}u|-[UaA]|--(?:user|proxy-user|auth))$/,
    form: 'either',
    behind: ':',
    label: 'password',
  },
  { programs: /^(?:smbclient|rpcclient|net)$/, flag: /^-U$/, form: 'either', behind: '%', label: 'password' },
  { programs: /^openssl$/, flag: /^-[kK]$/, form: 'apart', label: 'password' },
  {
    programs: /^(?:openssl)$/,
    flag: /^-(?:passin|passout|pass)$/,
    form: 'apart',
    behind: 'pass:',
    label: 'password',
  },
  { programs: /^(?:xfreerdp3?|wlfreerdp|rdesktop|mstsc)$/, flag: /^\/p:$/, form: 'joined', label: 'password' },
];

const FLAG = /[\s"'](?:-{1,2}(?:proxy-user|user|auth|passin|passout|pass|hp|[fgiksvLSX]{1,6}u|[upPaAwUNkK])|\/p:)/g;
/** Quotes separate too: what a wrapper gets in quotes is a command of its own. */
const WORD = /[^\s"'`(]+/g;
const COMMAND_END = /[\n;|&`]/;
const REMOTE =
  /^(?:ssh|docker|podman|nerdctl|kubectl|oc|compose|sh|bash|zsh|dash|cmd|powershell|pwsh|-exec|-execdir|-ok|parallel|adb|wsl|vagrant)$/;
const SKIPPED =
  /^(?:[$#>]|sudo|doas|env|nice|nohup|time|timeout|xargs|exec|command|watch|stdbuf|setsid|if|then|do|else|!|\{|-.*|\d+\w?|[A-Za-z_]\w*=.*|Run|run|running|Running|with|command:?)$/;

/** Finds secrets behind the short flags of programs that are known to take them there (`mysql -pX`, `curl -u a:b`). */
export const findCommandFlags: Rule = (scan) => {
  const { text } = scan;
  let start = Math.max(0, scan.from - LOOK_BACK - 1);
  let looked = start;
  FLAG.lastIndex = Math.max(0, scan.from - 1);
  for (let match = FLAG.exec(text); match !== null; match = FLAG.exec(text)) {
    const from = match.index + 1;
    const at = FLAG.lastIndex;
    FLAG.lastIndex = from;
    start = commandStart(text, from, Math.max(looked, from - LOOK_BACK)) ?? start;
    looked = from;
    const habits = habitsAt(text, { at: from, commandStart: start }, match[0].slice(1));
    if (habits.length > 0 && readHabit(scan, habits, { from, at }) === 'open') scan.wait(from);
  }
};

/** The habits of the program that this flag belongs to; one that stands too far behind it is not looked for. */
function habitsAt(text: string, place: { at: number; commandStart: number }, flag: string): readonly Habit[] {
  if (place.at - place.commandStart >= LOOK_BACK) return [];
  const able = HABITS.filter((habit) => habit.flag.test(flag));
  if (able.length === 0) return able;
  const program = programOf(text.slice(place.commandStart, place.at));
  return able.filter((habit) => habit.programs.test(program));
}

/** Where the simple command around `at` begins, if that is behind `floor`; a continued line belongs to it. */
function commandStart(text: string, at: number, floor: number): number | null {
  for (let start = at; start > floor; start -= 1) {
    const before = text[start - 1] ?? '';
    if (COMMAND_END.test(before) && !(before === '\n' && text[start - 2] === '\\')) return start;
  }
  return null;
}

/** The program that runs: the first word that is no wrapper; behind a remote wrapper the last one that has habits. */
function programOf(command: string): string {
  let isRemote = false;
  let isOver = false;
  let found = '';
  for (const match of command.matchAll(WORD)) {
    const word = match[0].replace(/^.*[\\/]/, '').replace(/\.exe$/, '');
    const hasHabits = HABITS.some((habit) => habit.programs.test(word));
    if (hasHabits && (isRemote || !isOver)) found = word;
    if (REMOTE.test(word)) isRemote = true;
    else if (!SKIPPED.test(match[0])) isOver = true;
  }
  return found;
}

function readHabit(scan: Scan, habits: readonly Habit[], place: { from: number; at: number }): 'open' | 'read' {
  const { text } = scan;
  if (scan.isOpenAt(place.at)) return 'open';
  const start = BLANK.runEnd(text, place.at, 32);
  if (scan.isOpenAt(start)) return 'open';
  const habit = habits.find((each) => (start > place.at ? each.form !== 'joined' : each.form !== 'apart'));
  if (habit === undefined || text[start] === '-' || text[start] === '\n') return 'read';
  const value = readValue(scan, text[start] === '=' ? start + 1 : start, 'shell');
  if (value === 'open') return 'open';
  if (value !== null) addFlag(scan, habit, value, place.from);
  return 'read';
}

function addFlag(scan: Scan, habit: Habit, value: Value, from: number): void {
  const whole = scan.text.slice(value.start, value.end);
  const split = habit.behind === undefined ? 0 : whole.indexOf(habit.behind);
  if (split < 0) return;
  const start = split + (habit.behind?.length ?? 0);
  const secret = whole.slice(start);
  if (secret === '' || isReference(secret, value.quote) || isShapeless(secret) || isPath(secret)) return;
  if (habit.form === 'either' && habit.behind === undefined && isPorts(secret)) return;
  scan.add({
    from,
    start: value.start + start,
    end: value.end,
    kind: 'flag',
    label: habit.label,
    named: true,
    rest: value.rest,
  });
}

/** `docker run -p 8080:80` publishes a port. */
function isPorts(secret: string): boolean {
  return isNumber(secret) || /^[\d.:[\]-]+(?:\/(?:tcp|udp))?$/.test(secret);
}
