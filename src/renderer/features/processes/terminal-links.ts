import { WebLinksAddon } from '@xterm/addon-web-links';
import type { Terminal } from '@xterm/xterm';
import { isMac } from '../../lib/keys';

/**
 * Addresses in the output, and those that a program marks as links itself: http and https only, and only with the
 * key held down that shows that it is meant. Where a link leads is shown before.
 */
export function openLinksWith(terminal: Terminal, box: HTMLElement, open: (url: string) => void): void {
  const activate = (event: MouseEvent, url: string) => {
    if ((isMac ? event.metaKey : event.ctrlKey) && isWebAddress(url)) open(url);
  };
  const hover = (_event: MouseEvent, url: string) => {
    if (isWebAddress(url)) box.title = `${url}\n${isMac ? '⌘' : 'Ctrl'} and click opens it`;
  };
  const leave = () => box.removeAttribute('title');
  terminal.loadAddon(new WebLinksAddon(activate, { hover, leave }));
  terminal.options.linkHandler = { activate, hover, leave, allowNonHttpProtocols: false };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
