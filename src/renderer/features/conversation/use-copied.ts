import { useCallback, useEffect, useState } from 'react';
import { copyText } from '../../lib/copy';

const SHOWN_MS = 1_500;

/** Copies a text and says so for a moment. */
export function useCopied(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const [copies, setCopies] = useState(0);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    setIsCopied(true);
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = useCallback((text: string) => {
    void Promise.resolve(copyText(text)).then(() => setCopies((count) => count + 1));
  }, []);
  return { isCopied, copy };
}
