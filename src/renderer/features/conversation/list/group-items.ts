import type { Item } from '../items/build-items';

/** Messages that are drawn, or left out while they are far from view, together. */
const MESSAGES_AT_ONCE = 20;

export interface ItemGroup {
  readonly id: number;
  readonly items: readonly Item[];
}

/** Items by their place, so that a group keeps its items when earlier or later ones join. */
export function groupItems(items: readonly Item[]): readonly ItemGroup[] {
  const groups: { id: number; items: Item[] }[] = [];
  for (const item of items) {
    const id = Math.floor(item.place / MESSAGES_AT_ONCE);
    const last = groups.at(-1);
    if (last?.id === id) last.items.push(item);
    else groups.push({ id, items: [item] });
  }
  return groups;
}
