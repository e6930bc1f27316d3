import { call } from './bridge';

/** Opens an address in the user's browser. Main refuses anything but http and https. */
export async function openLink(url: string): Promise<void> {
  await call('app.openLink', { url });
}
