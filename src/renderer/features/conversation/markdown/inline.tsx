import type { Token } from 'marked';
import type { ReactNode } from 'react';
import { openLink } from '../../../lib/open-link';
import { decodeEntities } from './entities';
import { safeLink } from './safe-link';

/** The inside of a paragraph, heading or cell. Markup of HTML is shown as the text that it is. */
export function Inline({ tokens }: { readonly tokens: readonly Token[] | undefined }): ReactNode {
  return (tokens ?? []).map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name than their place.
    <InlineToken key={at} token={token} />
  ));
}

function InlineToken({ token }: { readonly token: Token }): ReactNode {
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? (
        <Inline tokens={token.tokens} />
      ) : (
        decodeEntities(token.text)
      );
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case 'codespan':
      return <code className="md-code">{token.text}</code>;
    case 'br':
      return <br />;
    case 'escape':
      return token.text;
    case 'checkbox':
      return <input className="md-check" type="checkbox" checked={token.checked} disabled readOnly aria-label="Task" />;
    case 'link':
      return (
        <Link href={token.href}>
          <Inline tokens={token.tokens} />
        </Link>
      );
    case 'image':
      return <Link href={token.href}>{token.text === '' ? 'Image' : token.text}</Link>;
    default:
      return token.raw;
  }
}

/** Opens in the browser, on the user's click only. An address that may not be opened is plain text. */
function Link({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const url = safeLink(href);
  if (url === null) return <span title={href}>{children}</span>;
  return (
    <a
      className="md-link"
      href={url}
      title={url}
      onClick={(event) => {
        event.preventDefault();
        void openLink(url);
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  );
}
