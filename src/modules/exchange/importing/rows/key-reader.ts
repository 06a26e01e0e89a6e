import type { CellFormat } from '../../../../column-types/cells/cell-format';
import { cellReader } from '../../../columns';
import type { ColumnFacts } from '../../../hierarchy';

/** Converts cells to the text of the value that identifies an item; an invalid cell, which is reported elsewhere, is its own text. */
export function keyReader(column: ColumnFacts, format: CellFormat): (text: string) => string {
  const context = {
    format,
    memberOf: () => undefined,
    referencedItems: () => [],
    linkedItem: () => undefined,
    fileOf: () => undefined,
  };
  const caller = { now: '', userId: '' };
  const read = cellReader(column, context, caller, { path: 'updateBy', reportsUnresolved: false });
  return (text) => {
    const cell = read(text.trim());
    return 'rejection' in cell || cell.stored === null ? text.trim() : String(cell.stored);
  };
}
