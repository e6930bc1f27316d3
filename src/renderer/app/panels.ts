import { useCallback, useEffect, useMemo, useState } from 'react';
import { asBoolean, asNumber, useRemembered } from '../lib/remembered';

/** Below these widths of the window the processes, and then the sessions too, become drawers. */
const PROCESSES_NEED_PX = 1_080;
const SIDEBAR_NEEDS_PX = 820;
const MIDDLE_NEEDS_PX = 380;

export const SIDEBAR_PX = { min: 180, max: 420, initial: 244 } as const;
export const PROCESSES_PX = { min: 300, initial: 452 } as const;
export const BELOW_PX = { min: 160, initial: 320 } as const;

export type Drawer = 'sidebar' | 'processes';

export interface Panels {
  readonly sidebar: 'open' | 'closed' | 'drawer';
  readonly sidebarWidth: number;
  readonly setSidebarWidth: (width: number) => void;
  readonly processes: 'side' | 'below' | 'closed' | 'drawer';
  readonly processesWidth: number;
  readonly processesMaxWidth: number;
  /** As a drawer it lies over the page and needs no room beside it. */
  readonly processesDrawerWidth: number;
  readonly setProcessesWidth: (width: number) => void;
  readonly belowHeight: number;
  readonly belowMaxHeight: number;
  readonly setBelowHeight: (height: number) => void;
  /** The drawer that lies over the page now. */
  readonly drawer: Drawer | null;
  readonly isBelow: boolean;
  readonly setIsBelow: (isBelow: boolean) => void;
  readonly toggle: (which: Drawer) => void;
  readonly open: (which: Drawer) => void;
  readonly close: (which: Drawer) => void;
  readonly closeDrawer: () => void;
}

/** Which parts of the page are open and how large; remembered, and fitted to the window. */
export function usePanels(): Panels {
  const window = useWindowSize();
  const [hasSidebar, setHasSidebar] = useRemembered('sidebar.open', true, asBoolean);
  const [sidebarWidth, setSidebarWidth] = useRemembered<number>('sidebar.width', SIDEBAR_PX.initial, asNumber);
  const [hasProcesses, setHasProcesses] = useRemembered('processes.open', true, asBoolean);
  const [width, setProcessesWidth] = useRemembered<number>('processes.width', PROCESSES_PX.initial, asNumber);
  const [height, setBelowHeight] = useRemembered<number>('processes.height', BELOW_PX.initial, asNumber);
  const [isBelow, setIsBelow] = useRemembered('processes.below', false, asBoolean);
  const [drawer, setDrawer] = useState<Drawer | null>(null);

  const isSidebarDrawer = window.width < SIDEBAR_NEEDS_PX;
  const isProcessesDrawer = window.width < PROCESSES_NEED_PX && !isBelow;
  const set = useCallback(
    (which: Drawer, isOpen: boolean) => {
      const isDrawer = which === 'sidebar' ? isSidebarDrawer : isProcessesDrawer;
      if (isDrawer) setDrawer((old) => (isOpen ? which : old === which ? null : old));
      else if (which === 'sidebar') setHasSidebar(isOpen);
      else setHasProcesses(isOpen);
    },
    [isSidebarDrawer, isProcessesDrawer, setHasSidebar, setHasProcesses],
  );
  const closeDrawer = useCallback(() => setDrawer(null), []);

  return useMemo(() => {
    const sidebar = isSidebarDrawer ? 'drawer' : hasSidebar ? 'open' : 'closed';
    const taken = sidebar === 'open' ? sidebarWidth : 0;
    const processesMaxWidth = Math.max(PROCESSES_PX.min, window.width - taken - MIDDLE_NEEDS_PX);
    const belowMaxHeight = Math.max(BELOW_PX.min, window.height - 320);
    const shownDrawer = isSidebarDrawer || drawer !== 'sidebar' ? drawer : null;
    const shown = isProcessesDrawer || shownDrawer !== 'processes' ? shownDrawer : null;
    const place = isBelow ? 'below' : 'side';
    const isOpen = (which: Drawer) =>
      which === 'sidebar'
        ? sidebar === 'open' || shown === 'sidebar'
        : isProcessesDrawer
          ? shown === 'processes'
          : hasProcesses;
    return {
      sidebar,
      sidebarWidth,
      setSidebarWidth,
      processes: isProcessesDrawer ? 'drawer' : hasProcesses ? place : 'closed',
      processesWidth: Math.min(width, processesMaxWidth),
      processesMaxWidth,
      processesDrawerWidth: width,
      setProcessesWidth,
      belowHeight: Math.min(height, belowMaxHeight),
      belowMaxHeight,
      setBelowHeight,
      drawer: shown,
      isBelow,
      setIsBelow,
      toggle: (which) => set(which, !isOpen(which)),
      open: (which) => set(which, true),
      close: (which) => set(which, false),
      closeDrawer,
    };
  }, [
    window,
    isSidebarDrawer,
    isProcessesDrawer,
    hasSidebar,
    hasProcesses,
    sidebarWidth,
    width,
    height,
    isBelow,
    drawer,
    set,
    closeDrawer,
    setSidebarWidth,
    setProcessesWidth,
    setBelowHeight,
    setIsBelow,
  ]);
}

function useWindowSize() {
  const [size, setSize] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  useEffect(() => {
    const handleResize = () => setSize({ width: window.innerWidth, height: window.innerHeight });
    window.addEventListener('resize', handleResize);
    return () => window.removeEventListener('resize', handleResize);
  }, []);
  return size;
}
