import type { ClientBase } from 'pg';
import { newId } from '../../../../src/kernel/ids';
import { INDEXES, TABLE_NAMES } from '../floor/schema';
import type { BoardPlan, LoadedBoard } from '../subject';
import { type ColumnKey, PRIORITIES } from './board-shape';
import { FORM_FIELDS, FORM_MESSAGE } from './bench-form';
import { type CopyField, copyIn, FASTER_LOADING, LARGE } from './copy-in';
import { loadFloorComments } from './floor-comments';
import { createFloorBoard, type FloorBoard } from './floor-board';
import { loadFloorNotifications } from './floor-notifications';
import type { FloorPeople } from './floor-people';
import { generateItems, type ItemRecord } from './item-generator';

/** What the split of a grown chunk leaves (floor/functions.ts). */
const CHUNK_SIZE = 256;

/** Loads one board by COPY and leaves the tables vacuumed and analyzed. */
export async function loadFloorBoard(
  client: ClientBase,
  plan: BoardPlan,
  { userIds }: FloorPeople,
): Promise<LoadedBoard> {
  const board = await createFloorBoard(client, plan, userIds[0]!);
  const itemIds = Array.from({ length: plan.itemCount }, () => newId('item') as string);
  const records = () => generateItems(plan.itemCount, plan.seed, plan.groupCount);

  const isLarge = plan.itemCount >= LARGE;
  if (isLarge) for (const { name } of INDEXES) await client.query(`drop index if exists ${name}`);
  await client.query(FASTER_LOADING);
  await copyIn(
    client,
    'copy items (id, board_id, group_id, rank, name, created_by, "values") from stdin',
    itemRows(records(), board, itemIds, userIds),
  );
  await copyIn(
    client,
    'copy cells (item_id, column_id, key, rank) from stdin',
    cellRows(records(), board, itemIds),
  );
  await copyIn(
    client,
    'copy text_cells (item_id, column_id, key, rank) from stdin',
    textCellRows(records(), board, itemIds),
  );
  await copyIn(client, 'copy chunks (group_id, low, count) from stdin', chunkRows(records(), board));
  for (const { kind, name, table, columns } of INDEXES) {
    await client.query(`create ${kind} if not exists ${name} on ${table} ${columns}`);
  }
  await loadFloorComments(client, itemIds, userIds);
  await loadFloorNotifications(client, board.boardId, itemIds, userIds[0]!);
  const formId = await createForm(client, board);
  // Freshly vacuumed pages let counts of ranks stay in the index.
  await client.query(`vacuum (analyze) ${TABLE_NAMES.join(', ')}`);
  const { boardId, groupIds, columnIds } = board;
  return { boardId, computedBoardId: boardId, groupIds, columnIds, itemIds, formId, userIds };
}

async function createForm(
  client: ClientBase,
  { boardId, groupIds, columnIds }: FloorBoard,
): Promise<string> {
  const id = newId('form');
  const mappings = Object.entries(FORM_FIELDS).map(([field, key]) => [field, key && columnIds[key]]);
  await client.query(
    'insert into forms (id, board_id, group_id, message, mappings) values ($1, $2, $3, $4, $5)',
    [id, boardId, groupIds[0], FORM_MESSAGE, JSON.stringify(Object.fromEntries(mappings))],
  );
  return id;
}

function* itemRows(
  records: Iterable<ItemRecord>,
  { boardId, groupIds, columnIds, statusLabelIds }: FloorBoard,
  itemIds: readonly string[],
  userIds: readonly string[],
): Generator<CopyField[]> {
  for (const { index, groupIndex, name, values } of records) {
    const stored = {
      [columnIds.notes]: values.notes,
      [columnIds.points]: values.points,
      [columnIds.budget]: values.budget,
      [columnIds.status]: statusLabelIds[values.status],
      [columnIds.priority]: values.priority,
      [columnIds.due]: values.due,
      [columnIds.owners]: values.owners.map((member) => userIds[member]),
      [columnIds.approved]: values.approved,
      [columnIds.contact]: values.contact,
      [columnIds.reviewed]: values.reviewed,
      [columnIds.estimate]: values.estimate,
      [columnIds.cost]: values.estimate * 2,
    };
    const row = [itemIds[index]!, boardId, groupIds[groupIndex]!, rankAt(index), name, userIds[0]!];
    yield [...row, JSON.stringify(stored)];
  }
}

function* cellRows(
  records: Iterable<ItemRecord>,
  { columnIds }: FloorBoard,
  itemIds: readonly string[],
): Generator<CopyField[]> {
  for (const { index, values } of records) {
    const keys: Partial<Record<ColumnKey, number>> = {
      points: values.points,
      budget: values.budget,
      status: values.status,
      priority: PRIORITIES.findIndex(({ label }) => label === values.priority),
      due: Date.parse(values.due),
      approved: values.approved ? 1 : 0,
      reviewed: values.reviewed ? 1 : 0,
      estimate: values.estimate,
      cost: values.estimate * 2,
    };
    for (const [column, key] of Object.entries(keys)) {
      yield [itemIds[index]!, columnIds[column as ColumnKey], key, rankAt(index)];
    }
  }
}

function* textCellRows(
  records: Iterable<ItemRecord>,
  { columnIds }: FloorBoard,
  itemIds: readonly string[],
): Generator<CopyField[]> {
  for (const { index, values } of records) {
    for (const column of ['notes', 'contact'] as const) {
      yield [itemIds[index]!, columnIds[column], values[column].toLowerCase(), rankAt(index)];
    }
  }
}

/** A group's first chunk begins below every rank, so that each rank has one. */
function* chunkRows(records: Iterable<ItemRecord>, { groupIds }: FloorBoard): Generator<CopyField[]> {
  let open: { groupId: string; low: string; count: number } | null = null;
  for (const { index, position, groupIndex } of records) {
    if (position % CHUNK_SIZE === 0) {
      if (open) yield [open.groupId, open.low, open.count];
      open = { groupId: groupIds[groupIndex]!, low: position === 0 ? '' : rankAt(index), count: 0 };
    }
    open!.count += 1;
  }
  if (open) yield [open.groupId, open.low, open.count];
}

/** One in 2^24 for each item of the board, from 1 on (floor/functions.ts defines ranks). */
function rankAt(index: number): string {
  return ((index + 1) * 0x100_0000).toString(16).padStart(12, '0');
}
