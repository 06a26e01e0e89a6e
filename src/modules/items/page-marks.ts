import { Injectable } from '@nestjs/common';
import type { ItemId, OrganizationId } from '../../kernel/ids';

/** Where a page ended: the list that its last item stood in, its rank there, and its key when the list is sorted. */
export interface PageMark {
  list: string;
  /** The lists that came after that one. */
  later: readonly string[];
  rank: string;
  key: string | number | null;
}

/** About four megabytes. */
const MAX_MARKS = 20_000;

/**
 * Remembers where pages of items ended. A cursor is an item's id, and the item may move, change its sort key or lose its
 * group before the next page is asked for; the page must go on where the last one ended all the same. What is not
 * remembered (another replica made the page, or it was long ago) goes on where the item stands now (decision 0036).
 */
@Injectable()
export class PageMarks {
  private readonly marks = new Map<string, PageMark>();

  set(organizationId: OrganizationId, order: string, cursor: ItemId, mark: PageMark): void {
    const key = keyOf(organizationId, order, cursor);
    this.marks.delete(key);
    this.marks.set(key, mark);
    if (this.marks.size > MAX_MARKS) this.marks.delete(this.marks.keys().next().value!);
  }

  find(organizationId: OrganizationId, order: string, cursor: ItemId): PageMark | undefined {
    return this.marks.get(keyOf(organizationId, order, cursor));
  }
}

function keyOf(organizationId: OrganizationId, order: string, cursor: ItemId): string {
  return `${organizationId} ${order} ${cursor}`;
}
