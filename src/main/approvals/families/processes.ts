import { ask, type Family, type Finding } from '../finding';
import { findOption, hasOption } from '../syntax/options';

const KILL_SIGNAL = /^-(9|KILL|SIGKILL)$/i;

/** Killing by force or by guess. A plain `kill 1234` is ordinary work. */
export const processes: Family = ({ name, head, args }) => {
  if (name === 'pkill' || name === 'killall' || name === 'skill') {
    const force = args.find((word) => KILL_SIGNAL.test(word.text)) ?? findOption(args, ['-s', '--signal']);
    const pattern = name === 'killall' ? findOption(args, ['-r', '--regexp']) : undefined;
    const word = force ?? pattern;
    const findings: Finding[] = [];
    if (word !== undefined) {
      findings.push(
        ask({ family: 'force-kill', text: 'Ends every process of a name by force.', words: [head, ...args] }),
      );
    }
    return [...findings, ...killsTalaria(head, args)];
  }
  if (name !== 'kill' || hasOption(args, ['-l', '-L', '--list'])) return [];
  const unknown = args.find((word) => !word.literal && word.text !== '$!' && !/^\$\{?!\}?$/.test(word.text));
  if (unknown === undefined) return [];
  return [
    ask({
      family: 'unknown-operand',
      text: 'Which process it ends is known only when it runs.',
      words: [head, unknown],
    }),
  ];
};

function killsTalaria(head: Parameters<Family>[0]['head'], args: Parameters<Family>[0]['args']): readonly Finding[] {
  const word = args.find((arg) => /talaria|^electron$/i.test(arg.text));
  if (word === undefined) return [];
  return [ask({ family: 'self-harm', text: 'Would end Talaria itself.', words: [head, word] })];
}
