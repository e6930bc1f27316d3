import { useEffect, useState } from 'react';

const SHOWN_AFTER_MS = 150;

/** True once something has lasted so long that its shape should stand for it. */
function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

/** The shape of a conversation that is on its way. */
export function WaitingShape() {
  if (!useIsSlow()) return null;
  return (
    <div className="talk-shape" role="status" aria-label="Loading the conversation">
      <span className="talk-shape-box" />
      <span />
      <span />
      <span />
    </div>
  );
}

/** The agent works and has nothing to show yet. */
export function Working() {
  if (!useIsSlow()) return null;
  return (
    <div className="talk-working">
      <span className="tool-spin" />
      Working
    </div>
  );
}
