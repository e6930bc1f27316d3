// The worker that parses shell text. Its only values come from npm packages and Node, so that it runs both bundled and
// as it stands.
import { parentPort, workerData } from 'node:worker_threads';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import type { ParseResult, SyntaxNode } from '../approvals/ports';
import type { ParseRequest, ParserFiles, WorkerMessage } from './protocol';

const MAX_DEPTH = 50;
/** A tree of 4,096 characters has fewer; a bound on what crosses to main all the same. */
const MAX_NODES = 20_000;

class TooDeep extends Error {}

/** Copies a tree into plain data. Chains such as `a && b && c`, which the grammar nests, become one flat list. */
class TreeCopier {
  private _nodes = 0;

  copy(cursor: TreeCursor, depth: number): SyntaxNode {
    this._nodes += 1;
    if (depth > MAX_DEPTH || this._nodes > MAX_NODES) throw new TooDeep();
    const type = cursor.nodeType;
    const node = {
      type,
      named: cursor.nodeIsNamed,
      start: cursor.startIndex,
      end: cursor.endIndex,
      field: cursor.currentFieldName,
    };
    return { ...node, children: this._children(cursor, type, depth) };
  }

  private _children(cursor: TreeCursor, type: string, depth: number): SyntaxNode[] {
    const children: SyntaxNode[] = [];
    if (!cursor.gotoFirstChild()) return children;
    do {
      const isChain = type === 'list' && cursor.nodeType === 'list';
      if (isChain) children.push(...this._children(cursor, type, depth));
      else children.push(this.copy(cursor, depth + 1));
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    return children;
  }
}

function parse(parser: Parser, command: string): ParseResult {
  const tree = parser.parse(command);
  if (tree === null) return { ok: false, why: 'crashed' };
  try {
    if (tree.rootNode.hasError) return { ok: false, why: 'syntax' };
    return { ok: true, root: new TreeCopier().copy(tree.walk(), 0) };
  } catch (error) {
    if (error instanceof TooDeep) return { ok: false, why: 'too-deep' };
    throw error;
  } finally {
    tree.delete();
  }
}

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

async function load(files: ParserFiles): Promise<Parser> {
  await Parser.init({ locateFile: () => files.treeSitterWasm });
  const parser = new Parser();
  parser.setLanguage(await Language.load(files.bashWasm));
  parser.parse('echo warm | cat');
  return parser;
}

const loading = load(workerData);
// Listening from the start keeps the event loop alive. A worker with nothing to wait for blocks, once its loop has run
// out, until the engine has optimised the whole grammar in the background: seconds on a busy machine.
parentPort?.on('message', async ({ id, command }: ParseRequest) => {
  const parser = await loading;
  say({ kind: 'begun', id });
  say({ kind: 'parsed', id, result: parse(parser, command) });
});
await loading;
say({ kind: 'ready' });
