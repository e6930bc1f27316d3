import { shell } from 'electron';
import { AppError } from '../../shared/errors/app-error';
import { webLink } from './web-link';

/** Opens a link in the user's browser. Throws BAD_INPUT for anything but http and https. */
export async function openLink(text: string): Promise<void> {
  const url = webLink(text);
  if (url === null) throw new AppError('BAD_INPUT', 'Only links that begin with http:// or https:// are opened.');
  await shell.openExternal(url);
}
