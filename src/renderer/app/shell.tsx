import { type CSSProperties, useMemo, useState } from 'react';
import type { Notice } from '../../shared/schemas/notice';
import { Notices } from '../features/notices/index';
import { Palette } from '../features/palette/index';
import { ProcessPanel } from '../features/processes/index';
import { needsYou, SessionList } from '../features/sessions/index';
import { shortFolder } from '../lib/short-words';
import { useInfo } from '../lib/use-info';
import { reloadSessions, useApprovalsState, useNotices, useProcesses, useSessionsState } from '../lib/use-main-list';
import { useSettings } from '../lib/use-settings';
import { SplitHandle } from '../ui/split';
import { useApprovalToasts } from './approval-toasts';
import { DrawerFrame } from './drawer-frame';
import { Middle } from './middle';
import { useNavigation } from './navigation';
import { usePageCommands } from './page-commands';
import { usePaletteEntries } from './palette-entries';
import { BELOW_PX, PROCESSES_PX, SIDEBAR_PX, usePanels } from './panels';
import { usePlaces } from './places';
import { useShellCommands } from './shell-commands';
import { useShowing } from './showing';
import { useStartPlace } from './start-place';
import { StatusLine } from './status-line';
import { useAppearance } from './theme';
import { TitleField } from './title-field';
import { TopBar } from './top-bar';

const VIEW_NAMES = { session: 'New session', settings: 'Settings', shortcuts: 'Keyboard shortcuts' } as const;

/** The frame of the page: bar, sessions, the middle, processes, status line. */
export function Shell() {
  const navigation = useNavigation();
  const { view, sessionId, processId } = navigation;
  const panels = usePanels();
  const sessionList = useSessionsState();
  const sessions = sessionList.value;
  const processes = useProcesses();
  const approvalList = useApprovalsState();
  const approvals = approvalList.value;
  const notices = useNotices();
  const info = useInfo();
  const settings = useSettings();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const session = sessions.find(({ id }) => id === sessionId) ?? null;
  const areProcessesSeen = panels.drawer === 'processes' || panels.processes === 'side' || panels.processes === 'below';
  const isSidebarSeen = panels.drawer === 'sidebar' || panels.sidebar === 'open';

  const places = usePlaces({ navigation, panels, processes, approvals });
  useAppearance(settings.appearance);
  usePageCommands();
  useStartPlace(navigation, sessions, sessionList.isLoaded);
  useShowing(view === 'session' ? sessionId : null, areProcessesSeen ? processId : null);
  useApprovalToasts(approvalList, navigation);
  useShellCommands({ navigation, panels, places, sessions, onPalette: () => setIsPaletteOpen(true) });
  const entries = usePaletteEntries({ isOpen: isPaletteOpen, sessions, processes, places, panels, navigation });
  const waiting = useMemo(() => new Set(approvals.map((approval) => approval.sessionId)), [approvals]);

  const openNotice = (notice: Notice) => {
    if (notice.requestId !== null && approvals.some(({ requestId }) => requestId === notice.requestId))
      places.showApproval(notice.requestId);
    else if (notice.processId !== null && processes.some(({ id }) => id === notice.processId))
      places.showProcess(notice.processId);
    else if (notice.sessionId !== null) places.showSession(notice.sessionId);
  };

  const sidebar = (
    <SessionList
      sessions={sessions}
      isLoaded={sessionList.isLoaded}
      problem={sessionList.problem}
      onRetry={() => void reloadSessions()}
      selectedId={view === 'session' ? sessionId : null}
      onSelect={places.showSession}
      onNew={places.newSession}
      onRemoved={places.sessionIsGone}
      onSettings={() => places.showSettings()}
    />
  );
  const processPanel = (layout: 'side' | 'below' | 'drawer') => (
    <ProcessPanel
      sessionId={sessionId}
      processes={processes}
      selectedId={processId}
      onSelect={navigation.showProcess}
      onShowSession={places.showSession}
      layout={layout}
      onClose={() => panels.close('processes')}
    />
  );
  const sizes = {
    '--app-sidebar': `${panels.sidebarWidth}px`,
    '--app-processes': `${panels.processesWidth}px`,
    '--app-processes-drawer': `${panels.processesDrawerWidth}px`,
    '--app-below': `${panels.belowHeight}px`,
  } as CSSProperties;

  return (
    <div className="app" style={sizes}>
      <TopBar
        title={
          view === 'session' && session !== null ? (
            <TitleField key={session.id} session={session} />
          ) : (
            <span className="app-title-still">{VIEW_NAMES[view]}</span>
          )
        }
        folder={view === 'session' && session !== null ? folderOf(session.cwd, info?.userHome) : null}
        isSidebarOpen={isSidebarSeen}
        areProcessesOpen={areProcessesSeen}
        onToggleSidebar={() => panels.toggle('sidebar')}
        onToggleProcesses={() => panels.toggle('processes')}
        bell={<Notices notices={notices} needYou={sessions.filter(needsYou).length} onOpenPlace={openNotice} />}
      />
      <div className="app-body">
        {panels.sidebar === 'open' && (
          <>
            <div className="app-sidebar">{sidebar}</div>
            <SplitHandle
              label="Width of the sessions"
              value={panels.sidebarWidth}
              onChange={panels.setSidebarWidth}
              min={SIDEBAR_PX.min}
              max={SIDEBAR_PX.max}
              direction="right"
            />
          </>
        )}
        <div className="app-center">
          <Middle
            approvals={approvals}
            processes={processes}
            places={places}
            modelLabel={info?.model ?? ''}
            mode={settings.approvals.mode}
          />
          {panels.processes === 'below' && (
            <>
              <SplitHandle
                label="Height of the processes"
                value={panels.belowHeight}
                onChange={panels.setBelowHeight}
                min={BELOW_PX.min}
                max={panels.belowMaxHeight}
                direction="up"
              />
              <div className="app-below" data-region="processes">
                {processPanel('below')}
              </div>
            </>
          )}
        </div>
        {panels.processes === 'side' && (
          <>
            <SplitHandle
              label="Width of the processes"
              value={panels.processesWidth}
              onChange={panels.setProcessesWidth}
              min={PROCESSES_PX.min}
              max={panels.processesMaxWidth}
              direction="left"
            />
            <div className="app-processes" data-region="processes">
              {processPanel('side')}
            </div>
          </>
        )}
        {panels.drawer !== null && (
          <DrawerFrame
            side={panels.drawer === 'sidebar' ? 'left' : 'right'}
            region={panels.drawer === 'sidebar' ? null : 'processes'}
            onClose={panels.closeDrawer}
          >
            {panels.drawer === 'sidebar' ? sidebar : processPanel('drawer')}
          </DrawerFrame>
        )}
      </div>
      <StatusLine
        running={processes.filter(({ state }) => state !== 'ended').length}
        waiting={waiting.size}
        model={info?.model ?? null}
        onRunning={places.showRunning}
        onWaiting={places.showNextWaiting}
        onModel={() => places.showSettings('models')}
        onEnvironment={() => places.showSettings('processes')}
      />
      {isPaletteOpen && <Palette entries={entries} onClose={() => setIsPaletteOpen(false)} />}
    </div>
  );
}

function folderOf(cwd: string, userHome: string | undefined) {
  return { short: shortFolder(cwd, userHome), whole: cwd };
}
