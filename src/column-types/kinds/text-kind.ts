import type { ColumnKind } from '../column-type';
import { textRows } from './index-rows';
import { naturalKey } from './natural-key';

/**
 * Sorts as text, in natural order and ignoring case (contract §6); `textOf` returns the text if it is not the value.
 */
export function textKind(textOf: (stored: string) => string = (stored) => stored): ColumnKind<string> {
  return {
    kind: 'text',
    indexEntries: (stored) => textRows(naturalKey(textOf(stored))),
    sortOrder: () => ({ by: 'text' }),
    formulaType: () => 'text',
  };
}
