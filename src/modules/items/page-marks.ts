import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { ItemId } from '../../kernel/ids';
import type { SortedBy } from './list-query';

/** Where a page ended: the list that its last item stood in, its rank there, and its key when the list is sorted. */
export interface PageMark {
  /** The lists of the walk, in its order, and which of them the item stood in. */
  lists: readonly string[];
  at: number;
  rank: string;
  sortedBy: SortedBy;
  /** The options that the walk goes through, in its order; none where it goes by something else. */
  options: readonly string[];
  key: string | number | null;
}

/** At 20 for each mark and one for each list and option in it, about twenty megabytes when all are of the largest boards. */
const MAX_WEIGHT = 400_000;
const OWN_WEIGHT = 20;

/**
 * Remembers where pages of items ended, for each caller and order. A cursor is an item's id, and the item may move,
 * change its sort key or lose its group before the next page is asked for; the page must go on where the last one ended
 * all the same. What is not remembered (another replica made the page, or it was long ago) goes on where the item stands
 * now (decision 0036).
 */
@Injectable()
export class PageMarks {
  private readonly marks = new Map<string, PageMark>();
  private weight = 0;

  set(context: CallContext, walk: string, cursor: ItemId, mark: PageMark): void {
    const key = keyOf(context, walk, cursor);
    this.drop(key);
    this.marks.set(key, mark);
    this.weight += weightOf(mark);
    while (this.weight > MAX_WEIGHT) this.drop(this.marks.keys().next().value!);
  }

  find(context: CallContext, walk: string, cursor: ItemId): PageMark | undefined {
    return this.marks.get(keyOf(context, walk, cursor));
  }

  private drop(key: string): void {
    const mark = this.marks.get(key);
    if (mark === undefined) return;
    this.marks.delete(key);
    this.weight -= weightOf(mark);
  }
}

// By credential: two applications of one person walk by themselves.
function keyOf({ organizationId, person }: CallContext, walk: string, cursor: ItemId): string {
  return `${organizationId} ${person.credential.id} ${walk} ${cursor}`;
}

function weightOf({ lists, options }: PageMark): number {
  return OWN_WEIGHT + lists.length + options.length;
}
