import { useId, useState } from 'react';
import { IconButton } from '../../../ui/icon-button';
import { useCopied } from '../use-copied';
import { useColours } from './use-colours';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  readonly isGrowing: boolean;
}

/** Code with its language, a copy button and a switch between wrapping and scrolling. */
export function CodeBlock({ code, language, isGrowing }: CodeBlockProps) {
  const [isWrapped, setIsWrapped] = useState(false);
  const { isCopied, copy } = useCopied();
  const parts = useColours(code, language, isGrowing);
  const labelId = useId();
  return (
    <figure className="md-pre" aria-labelledby={labelId}>
      <figcaption>
        <span id={labelId}>{language === '' ? 'Text' : language}</span>
        <IconButton
          label={isWrapped ? 'Do not wrap lines' : 'Wrap lines'}
          icon="wrap"
          aria-pressed={isWrapped}
          onClick={() => setIsWrapped(!isWrapped)}
        />
        <IconButton
          label={isCopied ? 'Copied' : 'Copy code'}
          icon={isCopied ? 'check' : 'copy'}
          onClick={() => copy(code)}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus. */}
      <pre className={isWrapped ? 'md-wrapped' : undefined} tabIndex={0} data-find>
        {parts === null
          ? code
          : parts.map(({ text, kind }, at) =>
              kind === null ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a part of the code is named by its place.
                <span key={at} className={`md-${colourOf(kind)}`}>
                  {text}
                </span>
              ),
            )}
      </pre>
    </figure>
  );
}

const COLOURS: Readonly<Record<string, string>> = {
  keyword: 'key',
  built_in: 'key',
  'selector-tag': 'key',
  tag: 'key',
  name: 'key',
  literal: 'num',
  number: 'num',
  symbol: 'num',
  string: 'str',
  regexp: 'str',
  addition: 'str',
  comment: 'com',
  quote: 'com',
  doctag: 'com',
  meta: 'com',
  deletion: 'del',
  title: 'tit',
  section: 'tit',
  attr: 'tit',
  attribute: 'tit',
  property: 'tit',
};

function colourOf(kind: string): string {
  return COLOURS[kind] ?? 'plain';
}
