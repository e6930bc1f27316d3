import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';

interface JumpToLatestProps {
  readonly unread: number;
  /** Something at the end waits for the user. */
  readonly needsUser: boolean;
  readonly onJump: () => void;
}

export function JumpToLatest({ unread, needsUser, onJump }: JumpToLatestProps) {
  return (
    <div className="talk-jump">
      <Button kind="line" className={needsUser ? 'talk-jump-needed' : ''} onClick={onJump}>
        <Icon name="chevron-down" />
        {needsUser ? 'Waiting for you below' : 'Jump to latest'}
        {unread > 0 && <span className="talk-unread">{unread} new</span>}
      </Button>
    </div>
  );
}
