import { Injectable } from '@nestjs/common';

/** Where a page of results ended. */
export interface SearchMark {
  rank: number;
  /** The part of the id with the creation time. */
  place: string;
}

/** About 2 MB. */
const MAX_MARKS = 10_000;

/**
 * Stores where pages of results ended: the cursor is a record's id, and the record can be renamed or deleted
 * before the next page is requested. A page that is not in the cache continues at the record's current place, as
 * in lists of items (decision 0036).
 */
@Injectable()
export class SearchCursorPositionsCache {
  private readonly marks = new Map<string, SearchMark>();

  /** `question` identifies the list: the organization, the caller, the query and the scope. */
  set(question: string, cursor: string, mark: SearchMark): void {
    const key = `${cursor} ${question}`;
    this.marks.delete(key);
    this.marks.set(key, mark);
    if (this.marks.size > MAX_MARKS) this.marks.delete(this.marks.keys().next().value!);
  }

  find(question: string, cursor: string): SearchMark | undefined {
    return this.marks.get(`${cursor} ${question}`);
  }
}
