import { programOf } from './program-of';
import { simpleCommands } from './shell-words';

/** Programs that read a token from their input up to its end, and the option that makes them. */
const TOKEN_READERS: ReadonlyMap<string, string> = new Map([
  ['gh', '--with-token'],
  ['glab', '--stdin'],
  ['docker', '--password-stdin'],
  ['podman', '--password-stdin'],
  ['helm', '--password-stdin'],
]);

export const PIPE_NOTE =
  'It runs with a pipe instead of a terminal, because it reads a token up to the end of its input.';

/** True for a command that a terminal would keep waiting for the end of its input (spec/processes 2.2, case 98). */
export function needsPipe(script: string): boolean {
  return simpleCommands(script).some(({ words }) => {
    const program = programOf(words);
    const option = program === null ? undefined : TOKEN_READERS.get(program.name);
    return option !== undefined && program?.args.includes(option) === true;
  });
}
