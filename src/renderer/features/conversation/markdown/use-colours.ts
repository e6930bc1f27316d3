import { useEffect, useState } from 'react';
import { type ColourPart, colourParts } from './colour-parts';

/** What is longer stays plain: colouring it would stop the page. */
const MAX_CHARS = 40_000;
const IDLE_LIMIT_MS = 500;

/** The code in coloured parts, once the page has time for it; null until then, and where the language is unknown. */
export function useColours(code: string, language: string, isGrowing: boolean): readonly ColourPart[] | null {
  const [coloured, setColoured] = useState<{ readonly code: string; readonly parts: readonly ColourPart[] } | null>(
    null,
  );
  useEffect(() => {
    if (isGrowing || language === '' || code.length > MAX_CHARS) return;
    let isWanted = true;
    const idle = requestIdleCallback(
      () => {
        partsOf(code, language).then(
          (parts) => {
            if (isWanted && parts !== null) setColoured({ code, parts });
          },
          // Colours are a comfort: the code is readable without them.
          () => undefined,
        );
      },
      { timeout: IDLE_LIMIT_MS },
    );
    return () => {
      isWanted = false;
      cancelIdleCallback(idle);
    };
  }, [code, language, isGrowing]);
  return coloured?.code === code ? coloured.parts : null;
}

async function partsOf(code: string, language: string): Promise<readonly ColourPart[] | null> {
  const { default: hljs } = await import('highlight.js/lib/common');
  if (hljs.getLanguage(language) === undefined) return null;
  return colourParts(hljs.highlight(code, { language, ignoreIllegals: true }).value);
}
