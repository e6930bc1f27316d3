import type { SyntaxNode } from '../ports';
import { type ReadRedirect, readRedirect } from './redirects';
import { type FunctionDefinition, isWordNode, type Script, type SimpleCommand, type Stdin } from './script';
import { readWord } from './words';

type Draft = {
  -readonly [K in keyof SimpleCommand]: SimpleCommand[K] extends readonly (infer T)[] ? T[] : SimpleCommand[K];
};

/** What a function's body or `>( … )` reads is decided elsewhere: a pipe from somewhere. */
const UNKNOWN_PIPE: Stdin = { kind: 'pipe', from: [] };

/** Lists the simple commands of a parsed script. Never throws: what it does not know, it walks through. */
export function readScript(root: SyntaxNode, source: string): Script {
  const reader = new ScriptReader(source);
  reader.visit(root, null);
  return { commands: reader.commands, functions: reader.functions };
}

class ScriptReader {
  readonly commands: Draft[] = [];
  readonly functions: FunctionDefinition[] = [];

  constructor(private readonly _source: string) {}

  /** Visits `node`, whose commands read `stdin` unless they say otherwise; returns the commands found in it. */
  visit(node: SyntaxNode, stdin: Stdin | null): readonly Draft[] {
    const first = this.commands.length;
    this._visit(node, stdin);
    return this.commands.slice(first);
  }

  private _visit(node: SyntaxNode, stdin: Stdin | null): void {
    switch (node.type) {
      case 'command':
      case 'declaration_command':
      case 'unset_command':
        this._readCommand(node, stdin);
        return;
      case 'variable_assignment':
        this._addAssignment(this._open(node, stdin), node);
        return;
      case 'pipeline':
        this._visitPipeline(node, stdin, []);
        return;
      case 'redirected_statement':
        this._visitRedirected(node, stdin);
        return;
      case 'function_definition':
        this._visitFunction(node);
        return;
      case 'process_substitution': {
        const isSink = this._source.startsWith('>', node.start);
        for (const child of node.children) this._visit(child, isSink ? UNKNOWN_PIPE : null);
        return;
      }
      default:
        for (const child of node.children) this._visit(child, stdin);
    }
  }

  private _visitPipeline(node: SyntaxNode, stdin: Stdin | null, upstream: readonly Draft[]): void {
    let from = upstream;
    for (const stage of node.children) {
      if (!stage.named) continue;
      const found = this.visit(stage, from.length === 0 ? stdin : { kind: 'pipe', from });
      from = [...from, ...found];
    }
  }

  private _visitRedirected(node: SyntaxNode, stdin: Stdin | null): void {
    const body = node.children.find((child) => child.field === 'body');
    const redirects = node.children
      .filter((child) => child !== body && child.named)
      .map((child) => readRedirect(child, this._source));
    const own = redirects.findLast((redirect) => redirect.stdin !== null)?.stdin ?? null;
    const found = body === undefined ? [] : this.visit(body, own ?? stdin);
    const owner = (body === undefined ? undefined : this._ownerOf(body, found)) ?? this._open(node, stdin);
    for (const redirect of redirects) this._attach(owner, redirect, stdin);
  }

  /** A redirect after a pipeline or list belongs to its last command; after a group, to the group. */
  private _ownerOf(body: SyntaxNode, found: readonly Draft[]): Draft | undefined {
    if (body.type === 'command' || body.type === 'declaration_command') {
      return found.find((draft) => draft.start === body.start);
    }
    const last = body.children.findLast((child) => child.named);
    const isOpen = body.type === 'pipeline' || body.type === 'list' || body.type === 'negated_command';
    return isOpen && last !== undefined ? this._ownerOf(last, found) : undefined;
  }

  private _visitFunction(node: SyntaxNode): void {
    const name = node.children.find((child) => child.field === 'name');
    const body = node.children.filter((child) => child !== name).flatMap((child) => [...this._visitPart(child)]);
    const text = name === undefined ? '' : this._source.slice(name.start, name.end);
    this.functions.push({ name: text, body, start: node.start, end: node.end });
  }

  private _visitPart(node: SyntaxNode): readonly Draft[] {
    if (!node.type.endsWith('_redirect')) return this.visit(node, UNKNOWN_PIPE);
    const group = this._open(node, null);
    this._attach(group, readRedirect(node, this._source), null);
    return [group];
  }

  private _readCommand(node: SyntaxNode, stdin: Stdin | null): void {
    const draft = this._open(node, stdin);
    for (const child of node.children) {
      if (child.type === 'variable_assignment' && node.type === 'command') this._addAssignment(draft, child);
      else if (child.type.endsWith('_redirect')) this._attach(draft, readRedirect(child, this._source), stdin);
      else this._addWord(draft, child, node.type);
    }
  }

  private _addWord(draft: Draft, node: SyntaxNode, owner: string): void {
    const isWord = node.type === 'command_name' || isWordNode(node) || !node.named || owner !== 'command';
    if (isWord) draft.words.push(readWord(node, this._source));
    if (node.type === 'variable_assignment') this._pushAssignment(draft, node);
    this._visitSubstitutions(draft, node);
  }

  private _addAssignment(draft: Draft, node: SyntaxNode): void {
    this._pushAssignment(draft, node);
    this._visitSubstitutions(draft, node);
  }

  private _pushAssignment(draft: Draft, node: SyntaxNode): void {
    const name = node.children.find((child) => child.field === 'name');
    const value = node.children.find((child) => child.field === 'value');
    draft.assignments.push({
      name: name === undefined ? '' : this._source.slice(name.start, name.end),
      value: value === undefined ? null : readWord(value, this._source),
      start: node.start,
      end: node.end,
    });
  }

  /** Whatever runs inside a word, an assignment or a redirect, however deep, is a command of the script. */
  private _visitSubstitutions(draft: Draft, node: SyntaxNode): void {
    for (const found of substitutionsIn(node)) draft.inside.push(...this.visit(found, null));
  }

  private _attach(draft: Draft, read: ReadRedirect, stdin: Stdin | null): void {
    draft.redirects.push(...read.redirects);
    if (read.stdin !== null) draft.stdin = read.stdin;
    draft.words.push(...read.words);
    for (const node of read.own) this._visitSubstitutions(draft, node);
    for (const node of read.following) {
      if (node.type === 'pipeline') this._visitPipeline(node, stdin, [draft]);
      else this._visit(node, stdin);
    }
  }

  private _open(node: SyntaxNode, stdin: Stdin | null): Draft {
    const draft: Draft = {
      words: [],
      assignments: [],
      redirects: [],
      stdin,
      inside: [],
      start: node.start,
      end: node.end,
    };
    this.commands.push(draft);
    return draft;
  }
}

function substitutionsIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'command_substitution' || node.type === 'process_substitution') return [node];
  return node.children.flatMap(substitutionsIn);
}
