import type { BoardId, ColumnId, ItemId } from '../../../kernel/ids';
import type { BoardFacts, Seen } from '../../hierarchy';

/** One undo changes at most as many items. */
export const UNDONE_ITEMS_MAX = 10_000;

/** Why a part of a change stays. */
export const SKIP_REASONS = [
  'board_archived',
  'changed_since',
  'column_deleted',
  'group_deleted',
  'item_deleted',
  'item_trashed',
  'no_permission',
  'not_reversible',
  'parent_not_live',
  'value_not_accepted',
  'value_not_unique',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Skipped {
  itemId: ItemId;
  columnId?: ColumnId;
  reason: SkipReason;
}

/** The boards of the change that the caller sees. */
export type SeenBoards = ReadonlyMap<BoardId, Seen<BoardFacts>>;

/** What an undo has done so far. */
export class UndoOutcome {
  private readonly changed = new Set<ItemId>();
  private readonly kept = new Map<string, Skipped>();

  /** Of items that changed. */
  get undone(): number {
    return this.changed.size;
  }

  get skipped(): Skipped[] {
    return [...this.kept.values()];
  }

  add(id: ItemId): void {
    this.changed.add(id);
  }

  skip(skipped: Skipped): void {
    const { itemId, columnId, reason } = skipped;
    this.kept.set([itemId, columnId, reason].join(' '), skipped);
  }
}
