import { describe, expect, it } from 'vitest';
import { type BlockRuns, blocksOf, GrowingBlocks } from './growing-blocks';

const SAMPLE = [
  '# Title\n\nFirst paragraph with **bold**\nand a second line.\n\n',
  '- one\n- two\n\n  still two\n\n- three\n\n',
  '```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n',
  '| a | b |\n| - | -: |\n| 1 | 2 |\n\n',
  '> quoted\nlazily\n\n1. x\n2. y\n\nHeading\n===\n\n    indented\n\n    code\n\n---\nThe end.',
].join('');

const sources = (runs: BlockRuns) => runs.flatMap((run) => run.map(({ token }) => token.raw));
const types = (runs: BlockRuns) => runs.flatMap((run) => run.map(({ token }) => token.type));

function grown(text: string, step: number): GrowingBlocks {
  const blocks = new GrowingBlocks();
  for (let at = 0; at < text.length; at += step) blocks.append(text.slice(at, at + step));
  return blocks;
}

describe('Markdown that grows', () => {
  it.each([1, 2, 3, 7, 50, 10_000])('has the blocks of the whole text, in pieces of %i', (step) => {
    const runs = grown(SAMPLE, step).snapshot();
    expect(sources(runs).join('')).toBe(SAMPLE);
    expect(types(runs)).toEqual(types(blocksOf(SAMPLE)));
  });

  it('keeps settled blocks and full runs as they are', () => {
    const blocks = grown(SAMPLE.repeat(6), 40);
    const before = blocks.snapshot();
    blocks.append(' And more.\n\nA new paragraph.');
    const after = blocks.snapshot();
    expect(after[0]).toBe(before[0]);
    expect(after.flat().slice(0, before.flat().length - 3)).toEqual(before.flat().slice(0, -3));
    expect(after.flat()[4]).toBe(before.flat()[4]);
    expect(before).toEqual(grown(SAMPLE.repeat(6), 40).snapshot());
  });

  it('numbers blocks without a gap, each in the run of its number', () => {
    const runs = grown(SAMPLE.repeat(8), 33).snapshot();
    expect(runs.flat().map(({ index }) => index)).toEqual(runs.flat().map((_, at) => at));
    expect(new Set(runs.slice(0, -1).map((run) => run.length)).size).toBe(1);
  });

  it('reads no more for a word at the end of 200 kB than for one at the start', () => {
    const text = SAMPLE.repeat(Math.ceil(200_000 / SAMPLE.length));
    const blocks = new GrowingBlocks();
    const cost: number[] = [];
    for (let at = 0; at < text.length; at += 20) {
      const before = blocks.lexedChars;
      blocks.append(text.slice(at, at + 20));
      cost.push(blocks.lexedChars - before);
    }
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const tenth = Math.floor(cost.length / 10);
    expect(mean(cost.slice(-tenth))).toBeLessThan(mean(cost.slice(0, tenth)) * 2);
  });
});
