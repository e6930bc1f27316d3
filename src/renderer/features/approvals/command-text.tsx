import type { ApprovalView } from '../../../shared/schemas/approval';
import { type CommandPart, commandParts, visible } from './command-parts';

/** The whole command: what the reasons speak of is marked, secrets are chips, hidden characters are written out. */
export function CommandText({ approval }: { readonly approval: ApprovalView }) {
  const parts = commandParts(approval.maskedCommand, approval.spans);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus.
    <pre className="approval-command" tabIndex={0}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of the command is named by its place.
        <Part key={at} part={part} />
      ))}
    </pre>
  );
}

function Part({ part: { text, secret, reasons } }: { readonly part: CommandPart }) {
  const shown =
    secret === null ? (
      <Words text={visible(text)} />
    ) : (
      <span className="approval-secret" title="A secret. It is used as it is, and not shown">
        {secret}
      </span>
    );
  return reasons.length === 0 ? shown : <mark title={reasons.join('\n')}>{shown}</mark>;
}

/** Longer words may break anywhere; shorter ones must not at a hyphen: "-H" is one thing. */
const WHOLE_CHARS = 40;

function Words({ text }: { readonly text: string }) {
  return text.split(/(\s+)/).map((word, at) =>
    word.includes('-') && word.length <= WHOLE_CHARS ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word is named by its place.
      <span key={at} className="approval-word">
        {word}
      </span>
    ) : (
      word
    ),
  );
}
