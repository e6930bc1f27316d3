import { type Command, type Family, type Finding, refuse, type Scene } from './finding';
import { hasOption, operandWords } from './syntax/options';
import { joinPath, resolveWord } from './syntax/paths';
import type { Redirect } from './syntax/script';
import type { Word } from './syntax/words';

/** Folders without which the machine, or the user's work, is gone. */
const SYSTEM_FOLDERS =
  /^\/(bin|boot|dev|etc|home|lib|lib32|lib64|opt|proc|root|run|sbin|srv|sys|usr|usr\/(bin|lib|lib64|sbin|share|local)|var|var\/(lib|log)|Users|System|Library|Applications|Volumes|private(\/(etc|var))?)$/i;
const WINDOWS_FOLDERS = /^[a-z]:(\/?(windows|windows\/system32|users|program files( \(x86\))?|programdata))?$/i;
const BLOCK_DEVICES = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|md|dm-|loop|nbd|sr|mtd|block\/)/i;

/**
 * What no mode and no rule lets pass (decision 11): deleting the root, a system folder or the home folder whole,
 * making file systems on and writing to devices, ending every process, and turning the machine off. The fork bomb is
 * seen by `forkBombs`, redirects onto devices by `deviceRedirects`.
 */
export const hardFloor: Family = (command, scene) => [
  ...deletesMachine(command, scene),
  ...overwritesDevice(command, scene),
  ...endsEverything(command),
  ...turnsOff(command),
];

function deletesMachine(command: Command, scene: Scene): readonly Finding[] {
  const { name, args, head } = command;
  const isRm = name === 'rm' && hasOption(args, ['-r', '-R', '--recursive']);
  const isFind = name === 'find' && args.some(deletesFound) && !isNarrowed(args);
  const isRecursive = isRm || isFind || name === 'rimraf' || windowsRecursive(command);
  if (!isRecursive) return [];
  return operandWords(args)
    .filter((word) => isVital(word, scene))
    .map((word) =>
      refuse({
        family: 'delete-machine',
        text: 'Would delete the system or a whole home folder.',
        words: [head, word],
      }),
    );
}

function deletesFound(word: Word, index: number, args: readonly Word[]): boolean {
  return word.text === '-delete' || (/^-exec(dir)?$/.test(word.text) && /(^|\/)rm$/.test(args[index + 1]?.text ?? ''));
}

/** `find / -name x -delete` is judged as a delete outside the folder, not as the end of the machine. */
function isNarrowed(args: readonly Word[]): boolean {
  return args.some((word) =>
    /^-(name|iname|path|regex|type|size|mtime|atime|ctime|mmin|newer|user|empty|perm|maxdepth)$/.test(word.text),
  );
}

function windowsRecursive({ name, args }: Command): boolean {
  const isDelete = /^(rd|rmdir|del|erase|remove-item|ri)$/.test(name);
  return isDelete && args.some((word) => /^(\/s|-r(ecurse)?)$/i.test(word.text));
}

/** The folder itself, or everything in it: `/`, `//`, `/*`, `/.`, `~/*`. */
function isVital(word: Word, scene: Scene): boolean {
  const bare = { ...word, text: word.text.replace(/(\/\*+|\/\.\*|\/\.\[[^\]]*\]\*|\/\{[^}]*\*[^}]*\})$/, '/') };
  const isWhole = bare.text === '*' && word.pattern;
  const paths = isWhole ? scene.from : resolveWord(bare, scene);
  const isCutShort =
    !word.literal && /[$`]/.test(bare.text) && paths !== null && !/^\$\{?(HOME|PWD)\}?[/*]*$/.test(bare.text);
  if (paths === null || isCutShort) return false;
  return paths.some((path) => isVitalFolder(path, scene.home));
}

function isVitalFolder(path: string, home: string): boolean {
  return path === '/' || path === joinPath('/', home) || SYSTEM_FOLDERS.test(path) || WINDOWS_FOLDERS.test(path);
}

const DEVICE_TOOLS =
  /^(mkfs(\..+)?|mke2fs|mkswap|wipefs|blkdiscard|shred|fdisk|sfdisk|cfdisk|sgdisk|gdisk|parted|badblocks|cryptsetup)$/;

function overwritesDevice({ name, args, head }: Command, scene: Scene): readonly Finding[] {
  const targets = name === 'dd' ? args.filter((word) => word.text.startsWith('of=')) : args;
  const isTool =
    name === 'dd' || (DEVICE_TOOLS.test(name) && !hasOption(args, ['-l', '--list'])) || /^(cp|tee|mv)$/.test(name);
  if (!isTool) return [];
  const last = name === 'cp' || name === 'mv' ? targets.slice(-1) : targets;
  return last
    .map((word) => (name === 'dd' ? { ...word, text: word.text.slice(3) } : word))
    .filter((word) => isBlockDevice(word, scene))
    .map((word) => refuse({ family: 'overwrite-device', text: 'Would overwrite a disk.', words: [head, word] }));
}

export function deviceRedirects(redirects: readonly Redirect[], scene: Scene): readonly Finding[] {
  return redirects.flatMap(({ operator, target }) =>
    target !== null && operator.includes('>') && isBlockDevice(target, scene)
      ? [refuse({ family: 'overwrite-device', text: 'Would overwrite a disk.', words: [target] })]
      : [],
  );
}

function isBlockDevice(word: Word, scene: Scene): boolean {
  return (resolveWord(word, scene) ?? []).some((path) => BLOCK_DEVICES.test(path));
}

function endsEverything({ name, args, head }: Command): readonly Finding[] {
  if (name !== 'kill' && name !== 'killall5') return [];
  const isSignal = (word: Word, index: number) => index === 0 && /^-([1-9]\d*|[A-Za-z]\w*)$/.test(word.text);
  const pids = args.filter((word, index) => !isSignal(word, index) || (index === 0 && args.length === 1));
  const all = pids.find((word, index) => word.text === '-1' && !/^-(s|n|-signal)$/.test(pids[index - 1]?.text ?? ''));
  if (name === 'kill' && (all === undefined || args.length === 1)) return [];
  return [refuse({ family: 'end-everything', text: 'Would end every process.', words: [head, ...args] })];
}

const POWER = /^(shutdown|reboot|halt|poweroff|stop-computer|restart-computer)$/;
const POWER_VERBS =
  /^(poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|soft-reboot|(poweroff|reboot|halt|rescue|emergency)\.target)$/;

function turnsOff({ name, args, head }: Command): readonly Finding[] {
  const asks = args.some((word) => /^(--help|--version|-c|\/a|\/\?)$/.test(word.text));
  const verb = args.find((word) => POWER_VERBS.test(word.text));
  const isLevel = (name === 'init' || name === 'telinit') && /^[06]$/.test(args[0]?.text ?? '');
  const isPower = (POWER.test(name) && !asks) || isLevel || (/^(systemctl|loginctl)$/.test(name) && verb !== undefined);
  if (!isPower) return [];
  return [refuse({ family: 'power-off', text: 'Would turn the machine off or restart it.', words: [head, ...args] })];
}

/** A function that starts itself twice or in the background ends in a machine that answers no more. */
export function forkBombs(scene: Pick<Scene, 'functions'>): readonly Finding[] {
  return scene.functions
    .filter(({ name, body }) => name !== '' && body.filter((command) => command.words[0]?.text === name).length >= 2)
    .map((bomb) => refuse({ family: 'fork-bomb', text: 'Would start copies of itself without end.', words: [bomb] }));
}
