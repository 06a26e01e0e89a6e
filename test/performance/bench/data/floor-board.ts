import type { ClientBase } from 'pg';
import { newId } from '../../../../src/kernel/ids';
import type { BoardPlan } from '../subject';
import { BOARD_COLUMNS, type ColumnKey, STATUS_LABELS } from './board-shape';

/** A board without items. */
export interface FloorBoard {
  readonly boardId: string;
  readonly groupIds: readonly string[];
  readonly columnIds: Readonly<Record<ColumnKey, string>>;
  /** In the order of STATUS_LABELS. */
  readonly statusLabelIds: readonly string[];
}

export async function createFloorBoard(
  client: ClientBase,
  { groupCount }: BoardPlan,
  createdBy: string,
): Promise<FloorBoard> {
  const columnIds = {} as Record<ColumnKey, string>;
  for (const { key } of BOARD_COLUMNS) columnIds[key] = newId('column');
  const board: FloorBoard = {
    boardId: newId('board'),
    groupIds: Array.from({ length: groupCount }, () => newId('group')),
    columnIds,
    statusLabelIds: STATUS_LABELS.map(() => newId('label')),
  };
  await client.query(
    'insert into boards (id, project_id, name, default_view, created_by) values ($1, $2, $3, $4, $5)',
    [board.boardId, newId('project'), 'Bench board', 'table', createdBy],
  );
  for (const [position, groupId] of board.groupIds.entries()) {
    await client.query(
      'insert into groups (board_id, position, id, name, color) values ($1, $2, $3, $4, $5)',
      [board.boardId, position, groupId, `Group ${position + 1}`, '#579BFC'],
    );
  }
  const labels = STATUS_LABELS.map((label, index) => ({ id: board.statusLabelIds[index], ...label }));
  for (const [position, { key, name, type, config }] of BOARD_COLUMNS.entries()) {
    await client.query(
      'insert into columns (board_id, position, id, name, type, config) values ($1, $2, $3, $4, $5, $6)',
      [
        board.boardId,
        position,
        board.columnIds[key],
        name,
        type,
        JSON.stringify(type === 'status' ? { labels } : config),
      ],
    );
  }
  return board;
}
