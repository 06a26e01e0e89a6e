import { InvalidValue } from '../../../../column-types/column-type';
import { sanitizeRichText } from '../../../../column-types/values/sanitize-rich-text';
import { contentOfEntry } from '../../../activity';
import type { ArchivedRecord } from '../../reading/verify-archive';
import type { ArchivedColumn } from '../places/archived-places';
import { RecordMalformed } from '../record-shapes';
import { acceptCell } from './archived-cell';

/** What entries of the activity depend on. */
interface EntrySources {
  /** Ids by their numbers in the archive. */
  terms: ReadonlyMap<number, string>;
  columns: ReadonlyMap<string, ArchivedColumn>;
}

/**
 * Checks an entry of the activity. Returns whether its rich text is as it would be stored here; another release can have sanitized
 * in another way, and a browser shows the text. Throws RecordMalformed.
 */
export function hasCleanContent(record: ArchivedRecord, { terms, columns }: EntrySources): boolean {
  const content = contentOfEntry(record as { details: string; contents: string }, terms);
  if (content === null) throw new RecordMalformed('details: Must be those of an entry');
  let isClean = content.descriptions.every((text) => sanitizeRichText(text) === text);
  for (const { columnId, value } of content.cells) {
    const column = columns.get(columnId);
    // Values of columns that were deleted are not shown.
    if (column === undefined) continue;
    try {
      const stored = acceptCell(column, value);
      if (typeof value === 'string' && stored !== value) isClean = false;
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      throw new RecordMalformed(`contents: ${columnId}: ${error.message}`);
    }
  }
  return isClean;
}
