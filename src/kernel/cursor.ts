import { InvalidInput } from './app-error';

/** One page of a list and the cursor of the next: the last record's id, null at the end (contract §2). */
export interface Page<T> {
  rows: T[];
  nextCursor: string | null;
}

/** Cuts a page from rows that were asked for with one more than the limit, which tells whether there is a next one. */
export function pageOf<T extends { id: string }>(rows: T[], limit: number): Page<T> {
  if (rows.length <= limit) return { rows, nextCursor: null };
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: page[limit - 1]!.id };
}

export class UnknownCursor extends InvalidInput {
  constructor() {
    super([{ path: 'cursor', message: 'Unknown cursor' }]);
  }
}

/** `text` with the wildcards of LIKE taken literally, to be found anywhere. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
