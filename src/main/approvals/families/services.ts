import { ask, type Family } from '../finding';
import { operandWords } from '../syntax/options';

const STOPS = new Set([
  'stop',
  'restart',
  'try-restart',
  'reload-or-restart',
  'disable',
  'mask',
  'kill',
  'isolate',
  'set-default',
  'unload',
  'bootout',
  'remove',
  'delete',
  'destroy',
]);

/** Stopping, disabling and masking services. */
export const services: Family = ({ name, head, args }) => {
  const operands = operandWords(args, ['-n', '-o', '-H', '-M', '-p', '-t']);
  const verb = findVerb(
    name,
    operands.map((word) => word.text),
  );
  const word = operands.find((operand) => operand.text === verb);
  if (word === undefined) return [];
  return [
    ask({
      family: 'service-control',
      text: 'Stops, restarts or disables a service.',
      words: [head, word],
      operands: operands.filter((other) => other !== word),
    }),
  ];
};

function findVerb(name: string, operands: readonly string[]): string | undefined {
  if (name === 'systemctl' || name === 'launchctl' || name === 'rc-update')
    return operands.find((text) => STOPS.has(text));
  if (name === 'service' || name === 'rc-service' || name === 'initctl')
    return operands.slice(0, 2).find((text) => STOPS.has(text));
  return undefined;
}
