import { asksForHelp, isNeverEnding } from './never-ending';
import { programOf } from './program-of';
import { simpleCommands } from './shell-words';

const DETACHERS = new Set(['nohup', 'disown', 'setsid']);

/**
 * Why a command should not be run in the foreground, in words for the model; null for one that may
 * (spec/processes 12.5). Quoted text does not count, nor does a `&` whose job the command itself waits for.
 */
export function foregroundObstacle(script: string): string | null {
  const commands = simpleCommands(script);
  const programs = commands.map(({ words }) => programOf(words));
  const lastJob = commands.findLastIndex(({ after }) => after === '&');
  if (lastJob !== -1 && !programs.slice(lastJob + 1).some((program) => program?.name === 'wait'))
    return `It leaves something running with "&", which would be lost track of. ${ADVICE} and without the "&".`;
  for (const program of programs) {
    if (program === null || asksForHelp(program.args)) continue;
    if (DETACHERS.has(program.name))
      return `${program.name} takes a process out of sight. ${ADVICE} and without ${program.name}.`;
    if (isNeverEnding(program))
      return `${shown(program)} runs until it is stopped. ${ADVICE}; watch_patterns can tell when it is ready.`;
  }
  return null;
}

const ADVICE = 'Run it with background=true';

function shown({ name, args }: { readonly name: string; readonly args: readonly string[] }): string {
  return [name, ...args.slice(0, 2).filter((arg) => /^[\w:.-]{1,30}$/.test(arg))].join(' ');
}
