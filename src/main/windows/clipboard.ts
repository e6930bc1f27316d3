import { clipboard } from 'electron';

/** The system's clipboard; older runtimes answer at once, newer ones with a promise. */
export async function writeClipboard(text: string): Promise<void> {
  await clipboard.writeText(text);
}
