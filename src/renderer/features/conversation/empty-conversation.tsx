import { Button } from '../../ui/button';

const EXAMPLES = [
  'run "ls -la"',
  'start "sleep 20; echo finished" in the background and tell me when it is done',
] as const;

/** Before the first message: what this place is for, and something to begin with. Nothing starts by itself. */
export function EmptyConversation({ onPick }: { readonly onPick: (text: string) => void }) {
  return (
    <div className="talk-empty">
      <p>
        Say what you want done. Commands run on this machine, every process stays in view, and what is risky asks first.
      </p>
      <div className="talk-examples">
        {EXAMPLES.map((text) => (
          <Button key={text} kind="line" onClick={() => onPick(text)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}
