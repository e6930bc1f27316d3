import { ask, askAlways, type Command, type Finding } from '../finding';
import { optionWords } from '../syntax/options';
import type { Word } from '../syntax/words';
import { type Peeled, peeled, textOf, wordsOf } from './peeled';

const SSH_VALUES = new Set([
  '-p',
  '-i',
  '-l',
  '-o',
  '-F',
  '-J',
  '-L',
  '-R',
  '-D',
  '-b',
  '-c',
  '-e',
  '-m',
  '-O',
  '-Q',
  '-S',
  '-W',
  '-w',
  '-B',
  '-E',
  '-I',
]);
const CONTAINER_VALUES = new Set([
  '-e',
  '--env',
  '-u',
  '--user',
  '-w',
  '--workdir',
  '--env-file',
  '-v',
  '--volume',
  '--mount',
  '--name',
  '-p',
  '--publish',
  '--network',
  '--entrypoint',
  '-h',
  '--hostname',
  '-l',
  '--label',
  '-m',
  '--memory',
  '--cpus',
  '--platform',
  '--gpus',
  '--add-host',
  '--device',
  '--cap-add',
  '--security-opt',
  '--restart',
  '--pid',
  '--ipc',
  '--shm-size',
  '--ulimit',
  '--tmpfs',
  '-c',
  '--container',
  '-n',
  '--namespace',
  '--context',
  '--detach-keys',
  '-f',
  '--file',
  '--profile',
  '--project-directory',
  '-H',
  '--host',
  '--config',
]);

/** Commands for another machine or a container: ssh, docker, podman, kubectl. Null for others, and other verbs. */
export function peelRemote(command: Command): Peeled | null {
  if (command.name === 'ssh' || command.name === 'mosh') return peelSsh(command);
  if (/^(docker|podman|nerdctl|docker-compose)$/.test(command.name)) return peelDocker(command);
  if (/^(kubectl|oc)$/.test(command.name)) return peelKubectl(command);
  return null;
}

function peelSsh(command: Command): Peeled {
  const host = skipOptions(command.args, SSH_VALUES, 0);
  const words = command.args.slice(host + 1);
  const unlessReadOnly = ask({
    family: 'remote-command',
    text: 'Runs on another machine.',
    words: [command.head, ...command.args.slice(0, host + 1)],
    operands: words,
  });
  if (optionWords(command.args.slice(0, host)).some((word) => /^-(V|Q|G)$/.test(word.text))) return peeled([]);
  if (words.length === 0) return peeled([], { findings: [unlessReadOnly], isReadOnly: false });
  const inner = textOf(words);
  if (inner !== null) return peeled([inner], { unlessReadOnly });
  return peeled(wordsOf(words), { unlessReadOnly });
}

function peelDocker(command: Command): Peeled | null {
  const { args } = command;
  const at = verbAt(args, /^(exec|run|create)$/);
  if (at === null) return null;
  const image = skipOptions(args, CONTAINER_VALUES, at + 1);
  return peeled(wordsOf(args.slice(image + 1)), {
    findings: hostAccess(command, args.slice(at, image)),
    isReadOnly: false,
  });
}

const HOST_ACCESS = /^--(privileged|pid=host|ipc=host|userns=host|cap-add|device|security-opt)/;

/** Containers keep their work to themselves, unless they are given the host (case 244). */
function hostAccess(command: Command, options: readonly Word[]): readonly Finding[] {
  const word = options.find((option, i) => {
    const before = options[i - 1]?.text ?? '';
    const isMount = /^(-v|--volume|--mount)$/.test(before) || /^(--volume=|--mount=|-v.)/.test(option.text);
    const source = option.text.replace(/^(-v|--volume=|--mount=)/, '');
    const isHostPath = /^[/~.$]|^[A-Za-z]:\\|type=bind|source=\//.test(source);
    return (
      (isMount && isHostPath) ||
      HOST_ACCESS.test(option.text) ||
      (/^--(pid|ipc|userns)$/.test(before) && option.text === 'host')
    );
  });
  if (word === undefined) return [];
  return [
    ask({
      family: 'container-host-access',
      text: 'Gives a container access to this machine.',
      words: [command.head, word],
    }),
  ];
}

function peelKubectl(command: Command): Peeled | null {
  const { args } = command;
  const at = verbAt(args, /^(exec|run|debug)$/);
  if (at !== null) {
    const dashes = args.findIndex((word) => word.text === '--');
    const words = dashes === -1 ? args.slice(skipOptions(args, CONTAINER_VALUES, at + 1) + 1) : args.slice(dashes + 1);
    const unlessReadOnly = ask({
      family: 'remote-command',
      text: 'Runs in a cluster.',
      words: [command.head, ...args.slice(0, at + 1)],
      operands: args.slice(at + 1),
    });
    return peeled(wordsOf(words), { unlessReadOnly });
  }
  const danger = verbAt(args, /^(delete|drain|cordon|replace|rollout|scale|taint|apply|patch|edit)$/);
  if (danger === null) return null;
  return peeled([], {
    findings: [askAlways({ family: 'remote-command', text: 'Changes a cluster.', words: [command.head, ...args] })],
    isReadOnly: false,
  });
}

/** The index of the verb when it is one of `verbs`; a verb stands before any operand. */
function verbAt(args: readonly Word[], verbs: RegExp): number | null {
  let at = skipOptions(args, CONTAINER_VALUES, 0);
  if (/^(container|compose)$/.test(args[at]?.text ?? '')) at = skipOptions(args, CONTAINER_VALUES, at + 1);
  return verbs.test(args[at]?.text ?? '') ? at : null;
}

/** The index of the first word from `from` that is no option and no option's value. */
function skipOptions(args: readonly Word[], values: ReadonlySet<string>, from: number): number {
  let i = from;
  while (i < args.length && args[i]?.text.startsWith('-') === true) i += values.has(args[i]?.text ?? '') ? 2 : 1;
  return i;
}
