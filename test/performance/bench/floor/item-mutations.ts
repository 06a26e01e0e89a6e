import { newId } from '../../../../src/kernel/ids';
import type { BoardCache } from './board-cache';
import type { Database, Row } from './database';
import { ITEM_BOARD, ITEM_POSITION, wholeItemText } from './item-text';
import { isoTimestamp, quoted } from './json-text';
import type { Procedure } from './procedure';
import { SortKeys } from './sort-keys';
import { CREATE_ITEM, MOVE_ITEM, SET_VALUE } from './statements';

/** Only columns that have a number as sort key: number, status, priority, date, checkbox. */
export interface SetValueInput {
  readonly itemId: string;
  readonly columnId: string;
  readonly value: unknown;
}

export interface CreateInput {
  readonly boardId: string;
  readonly groupId: string;
  readonly name: string;
  readonly position?: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Within its group. */
export interface MoveInput {
  readonly id: string;
  readonly groupId: string;
  readonly position: number;
}

export function itemMutations(database: Database, boards: BoardCache) {
  const setValue: Procedure<SetValueInput> = async ({ itemId, columnId, value }) => {
    const columns = await boards.ofColumn(columnId);
    const { stored, key } = columns.store(columnId, value);
    const values = [itemId, columnId, JSON.stringify(stored), key, newId('event')];
    const [row] = await database.rows(SET_VALUE, values);
    if (!row) throw new Error(`Nothing has the id ${itemId}`);
    return wholeItemText(row, row[ITEM_POSITION]!, columns);
  };

  const create: Procedure<CreateInput> = async ({ boardId, groupId, name, position, values }, userId) => {
    const columns = await boards.ofBoard(boardId);
    const id = newId('item');
    const stored: Record<string, unknown> = {};
    const keys = new SortKeys();
    let wireValues = '';
    for (const [columnId, value] of Object.entries(values)) {
      const { stored: cell, key } = columns.store(columnId, value);
      stored[columnId] = cell;
      wireValues += `${wireValues && ','}"${columnId}":${columns.presentCell(columnId, cell)}`;
      keys.add(columnId, key);
    }
    const storedText = JSON.stringify(stored);
    const event = `{"itemId":"${id}","groupId":"${groupId}","name":${quoted(name)},"values":${storedText}}`;
    const [row] = await createOrAgain(database, [
      id,
      boardId,
      groupId,
      name,
      userId,
      storedText,
      ...keys.parameters,
      newId('event'),
      event,
      position ?? null,
    ]);
    const [created, place] = row as readonly [string, string];
    const madeAt = isoTimestamp(created);
    return (
      `{"id":"${id}","name":${quoted(name)},"boardId":"${boardId}","groupId":"${groupId}",` +
      `"parentId":null,"position":${place},"description":null,"createdBy":"${userId}","createdAt":"${madeAt}","updatedAt":"${madeAt}",` +
      `"values":{${wireValues}}}`
    );
  };

  const move: Procedure<MoveInput> = async ({ id, groupId, position }) => {
    const [row] = await database.rows(MOVE_ITEM, [id, groupId, position, newId('event')]);
    return wholeItemText(row!, row![ITEM_POSITION]!, await boards.ofBoard(row![ITEM_BOARD]!));
  };

  return { setValue, create, move };
}

const UNIQUE_VIOLATION = '23505';

/** Two that halve one gap at once may find the same rank (functions.ts): the second looks again. */
async function createOrAgain(database: Database, values: unknown[]): Promise<Row[]> {
  for (;;) {
    try {
      return await database.rows(CREATE_ITEM, values);
    } catch (problem) {
      if ((problem as { code?: string }).code !== UNIQUE_VIOLATION) throw problem;
    }
  }
}
