import { Injectable } from '@nestjs/common';

/** Where a page of results ended. */
export interface SearchMark {
  rank: number;
  /** The id's part that tells when the record was made. */
  place: string;
}

/** About two megabytes. */
const MAX_MARKS = 10_000;

/**
 * Remembers where pages of results ended: the cursor is a record's id, and the record may be renamed or deleted before the
 * next page is asked for. What is not remembered goes on where the record stands now, as in lists of items (decision
 * 0036).
 */
@Injectable()
export class SearchMarks {
  private readonly marks = new Map<string, SearchMark>();

  /** `question` names all that makes the list: the organization, the caller, what is asked, and where. */
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
