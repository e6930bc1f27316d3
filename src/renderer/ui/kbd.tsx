import { keysInWords } from '../lib/keys';

/** Keys as this system writes them: `Mod+Shift+F` is `Ctrl Shift F` or `⇧⌘F`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className="ui-kbd">{keysInWords(keys)}</kbd>;
}
