import { useCallback, useState } from 'react';
import type { SessionId } from '../../shared/lib/ids';
import type { ApprovalMode, ApprovalView } from '../../shared/schemas/approval';
import type { ProcessRecord } from '../../shared/schemas/process';
import { ApprovalCard } from '../features/approvals/index';
import { Conversation } from '../features/conversation/index';
import { Guide, Welcome } from '../features/first-run/index';
import { SettingsPage } from '../features/settings/index';
import { Shortcuts } from '../features/shortcuts/index';
import { call } from '../lib/bridge';
import { useEscape } from '../lib/escape';
import { reloadInfo, useInfo } from '../lib/use-info';
import { useNavigation } from './navigation';
import type { Places } from './places';

const MODE_LABELS: Readonly<Record<ApprovalMode, string>> = {
  ask: 'Ask when risky',
  'ask-all-but-reads': 'Ask for all but reads',
  off: 'Never ask',
};

interface MiddleProps {
  readonly approvals: readonly ApprovalView[];
  readonly processes: readonly ProcessRecord[];
  readonly places: Places;
  readonly modelLabel: string;
  readonly mode: ApprovalMode;
}

/** What the middle shows: a conversation, the settings, or the shortcuts. */
export function Middle({ approvals, processes, places, modelLabel, mode }: MiddleProps) {
  const { view, sessionId, requestId, settingsSection, showSettings, leave } = useNavigation();
  const { isWelcome, guided, start, putAway } = useFirstRun();
  useEscape(leave, view !== 'session');
  const created = (id: SessionId) => {
    if (isWelcome) putAway();
    places.showSession(id);
  };
  return (
    <main className="app-middle" data-region="middle" data-region-start="textarea">
      {view === 'settings' && <SettingsPage section={settingsSection} onSection={showSettings} onClose={leave} />}
      {view === 'shortcuts' && <Shortcuts onClose={leave} />}
      {view === 'session' && (
        <>
          {isWelcome && sessionId === null && <WelcomeAtStart onStarted={start} onPutAway={putAway} places={places} />}
          {guided !== null && guided === sessionId && (
            <Guide
              sessionId={guided}
              processes={processes}
              onShowProcess={places.showProcess}
              onConnect={() => {
                putAway();
                places.showSettings('models');
              }}
              onPutAway={putAway}
            />
          )}
          <Conversation
            sessionId={sessionId}
            approvals={approvals.filter((approval) => approval.sessionId === sessionId)}
            renderApproval={(approval) => (
              <ApprovalCard approval={approval} isFocused={approval.requestId === requestId} />
            )}
            onShowProcess={places.showProcess}
            onSessionCreated={created}
            modelLabel={modelLabel}
            modeLabel={MODE_LABELS[mode]}
            onOpenSettings={places.showSettings}
            isIntroduced={isWelcome}
          />
        </>
      )}
    </main>
  );
}

interface WelcomeAtStartProps {
  readonly onStarted: (id: SessionId) => void;
  readonly onPutAway: () => void;
  readonly places: Places;
}

function WelcomeAtStart({ onStarted, onPutAway, places }: WelcomeAtStartProps) {
  const info = useInfo();
  return (
    <Welcome
      isOperator={info?.isOperator ?? false}
      onPutAway={onPutAway}
      onStarted={(id) => {
        onStarted(id);
        places.showSession(id);
      }}
    />
  );
}

/** The welcome until it was used or put away, and the guide over the session that it started. */
function useFirstRun() {
  const info = useInfo();
  const [guided, setGuided] = useState<SessionId | null>(null);
  const done = useCallback(() => {
    // Not told: then the welcome comes again with the next start, which does no harm.
    call('app.firstRunDone', {}).then(reloadInfo, () => undefined);
  }, []);
  return {
    isWelcome: info?.showFirstRun === true && guided === null,
    guided,
    start: (id: SessionId) => {
      setGuided(id);
      done();
    },
    putAway: () => {
      setGuided(null);
      done();
    },
  };
}
