import { InvalidInput } from './app-error';

/** One page of a list and the cursor of the next: the last record's id, null at the end (contract §2). */
export interface Page<T> {
  rows: T[];
  nextCursor: string | null;
}

/** Cuts a page from `limit` + 1 rows; the additional row shows whether there is a next page. */
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

/** A LIKE pattern that finds `text` anywhere, with its wildcards escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
