import type { Token, Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import { CodeBlock } from './code-block';
import type { Block, BlockRuns } from './growing-blocks';
import { Inline } from './inline';

interface MarkdownProps {
  readonly runs: BlockRuns;
  /** True while the last block may still grow: it is not coloured yet. */
  readonly isGrowing?: boolean;
}

/** Markdown as React elements: nothing in the text can become markup, a script or a request. */
export function Markdown({ runs, isGrowing = false }: MarkdownProps) {
  const last = runs.at(-1)?.at(-1)?.index ?? -1;
  return runs.map((run, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a run is named by its place, and never moves.
    <Run key={at} run={run} growing={isGrowing && at === runs.length - 1 ? last : -1} />
  ));
}

const Run = memo(function Run({ run, growing }: { readonly run: readonly Block[]; readonly growing: number }) {
  return (
    <div className="md-run">
      {run.map((block) => (
        <BlockView key={block.index} block={block} isGrowing={block.index === growing} />
      ))}
    </div>
  );
});

const BlockView = memo(function BlockView({
  block,
  isGrowing,
}: {
  readonly block: Block;
  readonly isGrowing: boolean;
}) {
  return <BlockToken token={block.token} isGrowing={isGrowing} />;
});

function Blocks({ tokens }: { readonly tokens: readonly Token[] | undefined }): ReactNode {
  return (tokens ?? []).map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one block have no other name than their place.
    <BlockToken key={at} token={token} isGrowing={false} />
  ));
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function BlockToken({ token, isGrowing }: { readonly token: Token; readonly isGrowing: boolean }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return (
        <p dir="auto" data-find>
          <Inline tokens={token.tokens} />
        </p>
      );
    case 'heading': {
      const Heading = HEADINGS[token.depth - 1] ?? 'h6';
      return (
        <Heading className={`md-h${token.depth}`} dir="auto" data-find>
          <Inline tokens={token.tokens} />
        </Heading>
      );
    }
    case 'code':
      return <CodeBlock code={token.text} language={languageOf(token.lang)} isGrowing={isGrowing} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} />
        </blockquote>
      );
    case 'list':
      return <List list={token as Tokens.List} />;
    case 'table':
      return <Table table={token as Tokens.Table} />;
    case 'hr':
      return <hr />;
    case 'checkbox':
      return <Inline tokens={[token]} />;
    case 'text':
      return (
        <span dir="auto" data-find>
          <Inline tokens={token.tokens ?? [token]} />
        </span>
      );
    default:
      return <p data-find>{token.raw.trimEnd()}</p>;
  }
}

function List({ list }: { readonly list: Tokens.List }) {
  const Tag = list.ordered ? 'ol' : 'ul';
  const start = list.ordered && typeof list.start === 'number' ? list.start : undefined;
  return (
    <Tag start={start}>
      {list.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is named by its place.
        <li key={at} className={item.task ? 'md-task' : undefined}>
          <Blocks tokens={item.tokens} />
        </li>
      ))}
    </Tag>
  );
}

function Table({ table }: { readonly table: Tokens.Table }) {
  const cell = (one: Tokens.TableCell, at: number) => {
    const Cell = one.header ? 'th' : 'td';
    return (
      <Cell key={at} className={one.align === null ? undefined : `md-${one.align}`} dir="auto" data-find>
        <Inline tokens={one.tokens} />
      </Cell>
    );
  };
  return (
    // A table that is wider than the page scrolls by itself, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus.
    <div className="md-table" tabIndex={0}>
      <table>
        <thead>
          <tr>{table.header.map(cell)}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is named by its place.
            <tr key={at}>{row.map(cell)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function languageOf(info: string | undefined): string {
  return (
    info
      ?.trim()
      .split(/[\s,{]/)[0]
      ?.toLowerCase() ?? ''
  );
}
