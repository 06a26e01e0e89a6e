import type { Stored } from './model-values';

export interface ModelLabel {
  id: string;
  name: string;
  color: string;
  isDone: boolean;
}

export interface ModelColumn {
  id: string;
  name: string;
  type: string;
  /** Of status and label columns. */
  labels: ModelLabel[];
  /** Of dropdowns. */
  options: string[];
  /** Of ratings. */
  maxRating: number;
  /** Whether a test deletes it. */
  isExtra: boolean;
}

export interface ModelItem {
  id: string;
  /** Ascending in order of creation. */
  number: number;
  name: string;
  board: ModelBoard;
  /** A deleted group, in Trash. */
  groupId: string;
  parent: ModelItem | null;
  /** Live sub-items in their order. */
  subItems: ModelItem[];
  /** By column ID. */
  values: Map<string, Stored>;
  createdBy: string;
  /** Times are read from the wire. */
  createdAt: string | null;
  updatedAt: string | null;
  /** When it was archived and deleted, in steps. */
  archivedAt: number | null;
  trashedAt: number | null;
  /** When it got its place, in steps. */
  placedAt: number;
  /** Its neighbors when it left its list, and when. */
  left: { at: number; before: Set<ModelItem>; after: Set<ModelItem> } | null;
}

export interface ModelGroup {
  id: string;
  name: string;
  /** Live top-level items in their order. */
  items: ModelItem[];
}

export interface ModelBoard {
  id: string;
  groups: ModelGroup[];
  columns: ModelColumn[];
  /** All items that are not permanently deleted. */
  items: Set<ModelItem>;
}

export function isLive({ archivedAt, trashedAt }: ModelItem): boolean {
  return archivedAt === null && trashedAt === null;
}

export function liveItems(board: ModelBoard): ModelItem[] {
  return board.groups.flatMap(({ items }) => items);
}

/** The list in which the item is when it is live. */
export function listOf(item: ModelItem): ModelItem[] {
  if (item.parent !== null) return item.parent.subItems;
  return groupOf(item.board, item.groupId).items;
}

export function groupOf(board: ModelBoard, id: string): ModelGroup {
  const group = board.groups.find((each) => each.id === id);
  if (group === undefined) throw new Error(`The model has no group ${id}`);
  return group;
}

export function columnNamed(board: ModelBoard, name: string): ModelColumn {
  const column = board.columns.find((each) => each.name === name);
  if (column === undefined) throw new Error(`The model has no column ${name}`);
  return column;
}

/** The sub-items in any state. */
export function familyOf(item: ModelItem): ModelItem[] {
  return [item, ...[...item.board.items].filter(({ parent }) => parent === item)];
}

/** Takes a live item out of its list and keeps the neighbors that it had. */
export function leave(items: readonly ModelItem[], step: number): void {
  for (const item of items.filter(isLive)) {
    const list = listOf(item);
    const at = list.indexOf(item);
    item.left = { at: step, before: new Set(list.slice(0, at)), after: new Set(list.slice(at + 1)) };
  }
  for (const item of items.filter(isLive)) remove(listOf(item), item);
}

export function remove(list: ModelItem[], item: ModelItem): void {
  const at = list.indexOf(item);
  if (at === -1) throw new Error(`The model lists no ${item.id}`);
  list.splice(at, 1);
}

/**
 * The range of positions that an item can have in a list without the item: after those that were before it when it left,
 * and before those that were after it, unless these items were moved since.
 */
export function possiblePositions(item: ModelItem, list: readonly ModelItem[]): { min: number; max: number } {
  const { left } = item;
  if (left === null) return { min: 0, max: list.length };
  const isThere = (other: ModelItem) => other.placedAt < left.at;
  const last = list.findLastIndex((other) => isThere(other) && left.before.has(other));
  const next = list.findIndex((other) => isThere(other) && left.after.has(other));
  return { min: last + 1, max: next === -1 ? list.length : next };
}
