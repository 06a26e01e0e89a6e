import type { Row } from './database';
import { isoTimestamp, quoted, quotedOrNull } from './json-text';
import type { WireValues } from './wire-values';

/** The places of the statements' item columns in a row; `positionOf` follows them where it is requested. */
export const ITEM_ID = 0;
export const ITEM_BOARD = 2;
export const ITEM_GROUP = 3;
export const ITEM_POSITION = 9;
export const ITEM_DESCRIPTION = 10;

/** An item as lists return it, as JSON put together from the row's texts. */
export function itemText(row: Row, position: number | string, values: WireValues): string {
  return textOf(row, position, values, '');
}

/** An item with its description, as it is returned alone. */
export function wholeItemText(row: Row, position: number | string, values: WireValues): string {
  return textOf(row, position, values, `"description":${quotedOrNull(row[ITEM_DESCRIPTION] ?? null)},`);
}

function textOf(row: Row, position: number | string, values: WireValues, description: string): string {
  return (
    `{"id":"${row[ITEM_ID]}","name":${quoted(row[1]!)},"boardId":"${row[ITEM_BOARD]}",` +
    `"groupId":"${row[ITEM_GROUP]}","parentId":${quotedOrNull(row[8] ?? null)},"position":${position},` +
    `${description}"createdBy":"${row[4]}","createdAt":"${isoTimestamp(row[5]!)}",` +
    `"updatedAt":"${isoTimestamp(row[6]!)}","values":${values.present(row[7]!)}}`
  );
}
