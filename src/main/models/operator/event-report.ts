import { type EventBlock, parseEvent } from './event-blocks';
import { inlineCode, printedBlock } from './wording';

const REPORTED_LINES = 20;

/** Tells the user what a notice says: which process, what happened to it, and its last 20 lines. */
export function eventReport(text: string): string {
  const blocks = parseEvent(text);
  if (blocks.length === 0) return printedBlock(text, REPORTED_LINES);
  return blocks.map(blockReport).join('\n\n');
}

function blockReport(block: EventBlock): string {
  const who = block.command === null ? block.processId : `${inlineCode(block.command)} (${block.processId})`;
  const sentence = [`${who} ${block.happened}`, ...block.remarks].join(' ');
  return block.output.length === 0
    ? sentence
    : `${sentence}\n\n${printedBlock(block.output.join('\n'), REPORTED_LINES)}`;
}
