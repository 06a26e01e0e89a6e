import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { ItemId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { SortedBy } from './list-query';

/** Where a page ended: the list of its last item, the item's rank there, and its key when the list is sorted. */
export interface CursorPosition {
  /** The lists of the scan in its order, and which of them contained the item. */
  lists: readonly RecordKey[];
  at: number;
  rank: string;
  sortedBy: SortedBy;
  /** The options of the scan in its order; empty when the scan has another order. */
  options: readonly string[];
  key: string | number | null;
}

/**
 * With 20 for each position and one for each list and option in it, about 20 MB if all are of the largest
 * boards.
 */
const MAX_WEIGHT = 400_000;
const OWN_WEIGHT = 20;

/**
 * Stores where pages of items ended, for each caller and order. A cursor is an item's id, and the item can move,
 * change its sort key or lose its group before the next page is requested; the next page must still continue
 * where the last one ended. A page that is not in the cache (another replica returned it, or it was evicted)
 * continues at the item's current place (decision 0036).
 */
@Injectable()
export class CursorPositionsCache {
  private readonly marks = new Map<string, CursorPosition>();
  private weight = 0;

  set(context: CallContext, scan: string, cursor: ItemId, mark: CursorPosition): void {
    const key = keyOf(context, scan, cursor);
    this.drop(key);
    this.marks.set(key, mark);
    this.weight += weightOf(mark);
    while (this.weight > MAX_WEIGHT) this.drop(this.marks.keys().next().value!);
  }

  find(context: CallContext, scan: string, cursor: ItemId): CursorPosition | undefined {
    return this.marks.get(keyOf(context, scan, cursor));
  }

  private drop(key: string): void {
    const mark = this.marks.get(key);
    if (mark === undefined) return;
    this.marks.delete(key);
    this.weight -= weightOf(mark);
  }
}

// By credential: two applications of one user page independently.
function keyOf({ organizationId, person }: CallContext, scan: string, cursor: ItemId): string {
  return `${organizationId} ${person.credential.id} ${scan} ${cursor}`;
}

function weightOf({ lists, options }: CursorPosition): number {
  return OWN_WEIGHT + lists.length + options.length;
}
