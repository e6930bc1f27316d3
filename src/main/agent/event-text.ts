import { assertNever } from '../../shared/lib/assert-never';
import { firstChars } from '../../shared/lib/cut-text';
import { exitWords } from '../../shared/lib/exit-words';
import type { QueueEvent } from '../../shared/schemas/queue-event';

const MAX_COMMAND_CHARS = 1_000;

/**
 * What waiting events say to the agent, as one text (spec/processes 9.2): a header with the SYSTEM tag, then one
 * block for each event, oldest first, with empty lines between. A block is
 *
 *     proc_0123456789ab completed normally (exit code 0).
 *     Command: npm run build
 *     Output, the end only (1,200 earlier characters are not shown):
 *     | one line of output
 *
 * Every line of output and every further line of a command starts with `| `, so that a program cannot print
 * something that looks like a notice.
 */
export function eventText(events: readonly QueueEvent[]): string {
  return [header(events), ...events.map(block)].join('\n\n');
}

function header(events: readonly QueueEvent[]): string {
  const all = (type: QueueEvent['type']) => events.every((event) => event.type === type);
  if (events.length === 1) {
    return all('completion')
      ? '[SYSTEM: a background process has ended]'
      : '[SYSTEM: notice from a background process]';
  }
  const many = all('completion') ? 'background processes have ended' : 'notices from background processes';
  return `[SYSTEM: ${events.length} ${many}]`;
}

function block(event: QueueEvent): string {
  switch (event.type) {
    case 'completion':
      return lines(`${event.processId} ${exitWords(event)}.`, commandLine(event.command), completionOutput(event));
    case 'watch_match':
      return lines(
        `${event.processId} printed something that matches ${JSON.stringify(event.pattern)}.`,
        commandLine(event.command),
        output('Output:', event.output),
        suppressedLine(event.suppressed),
      );
    case 'watch_disabled':
      return lines(
        `${event.processId} matched its watch patterns too often for too long, so they are no longer watched. ` +
          'A notice will come when it ends.',
        commandLine(event.command),
        suppressedLine(event.suppressed),
      );
    default:
      return assertNever(event);
  }
}

function completionOutput(event: Extract<QueueEvent, { type: 'completion' }>): string {
  if (event.output === '') return event.charsBefore > 0 ? output(title(event.charsBefore), '') : 'It printed nothing.';
  return output(event.charsBefore > 0 ? title(event.charsBefore) : 'Output:', event.output);
}

function title(charsBefore: number): string {
  const characters = charsBefore === 1 ? 'character is' : 'characters are';
  return `Output, the end only (${charsBefore.toLocaleString('en-US')} earlier ${characters} not shown):`;
}

function suppressedLine(suppressed: number): string {
  if (suppressed === 0) return '';
  const matches = suppressed === 1 ? '1 more match was' : `${suppressed.toLocaleString('en-US')} more matches were`;
  return `${matches} not reported, because they came too fast.`;
}

function commandLine(command: string): string {
  const cut = command.length > MAX_COMMAND_CHARS ? `${firstChars(command, MAX_COMMAND_CHARS).text} …` : command;
  return `Command: ${quoted(cut)}`;
}

function output(heading: string, text: string): string {
  const body = text.replace(/(\r\n|\r|\n)$/, '');
  return body === '' ? heading : `${heading}\n| ${quoted(body)}`;
}

/** Marks every line after the first, whatever it was that ended the line before. */
function quoted(text: string): string {
  return text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n| ');
}

function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
