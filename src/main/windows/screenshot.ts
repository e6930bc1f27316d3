import { writeFile } from 'node:fs/promises';
import type { WebContents } from 'electron';

/** A page that never stops changing is pictured as it is after this. */
const QUIET_LIMIT_MS = 5_000;
/** The first pictures of a window that was just drawn can be empty. */
const ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 200;

/** Runs in the page: fonts are there, nothing has changed for a moment, nothing is moving. */
const UNTIL_QUIET = `(async () => {
  await document.fonts.ready;
  const limit = performance.now() + ${QUIET_LIMIT_MS};
  let changed = performance.now();
  const observer = new MutationObserver(() => { changed = performance.now(); });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const isMoving = () => document.getAnimations().some((one) =>
    one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime ?? 0));
  const frame = () => new Promise((done) => setTimeout(done, 50));
  do { await frame(); } while (performance.now() < limit && (performance.now() - changed < 400 || isMoving()));
  observer.disconnect();
  await document.fonts.ready;
})()`;

/** Saves what a page shows as PNG. Rejects with the file system's error, or when the page gives no picture. */
export async function savePicture(page: WebContents, file: string): Promise<void> {
  if (page.isLoading()) await new Promise<void>((loaded) => page.once('did-stop-loading', () => loaded()));
  await page.executeJavaScript(UNTIL_QUIET);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const picture = await page.capturePage();
    if (!picture.isEmpty()) return writeFile(file, picture.toPNG());
    await new Promise((later) => setTimeout(later, BETWEEN_ATTEMPTS_MS));
  }
  throw new Error('the window gave no picture');
}
