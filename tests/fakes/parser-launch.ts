import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../src/main/lib/system-clock';
import { CommandParserWorker } from '../../src/main/parser/command-parser-worker';
import type { ParserFiles } from '../../src/main/parser/protocol';

const require = createRequire(import.meta.url);

export const parserFiles: ParserFiles = {
  treeSitterWasm: require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
  bashWasm: require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
};

/** Starts the parser's worker from its source: Node strips the types. */
export function launchParser(files: ParserFiles): Worker {
  return new Worker(new URL('../../src/main/parser/worker.ts', import.meta.url), { workerData: files, execArgv: [] });
}

/** The real parser, as the app wires it but for the worker file. The caller disposes it. */
export function realParser(limitMs?: number): CommandParserWorker {
  return new CommandParserWorker({ launch: launchParser, files: parserFiles, clock: systemClock, limitMs });
}
