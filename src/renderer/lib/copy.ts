import { call } from './bridge';

/** Puts text on the clipboard; main masks secrets in it. */
export async function copyText(text: string): Promise<void> {
  await call('app.copy', { text });
}
