import type { BoardId, GroupId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { compileBoardValues, type ValuesPresenter } from '../columns';
import type { BoardFacts } from '../hierarchy';
import type { ActivityRow } from './activity.read-model';
import type { ActivityEntryOutput } from './activity.schemas';

type Details = Partial<ActivityEntryOutput>;
type Boards = ReadonlyMap<BoardId, BoardFacts>;

/** Records in an event, in their state at its time. */
const RECORDS = ['board', 'group', 'column'] as const;

/** The boards that an entry names. */
export function boardsOf({ boardId, details }: ActivityRow): BoardId[] {
  return 'previousBoardId' in details ? [boardId, details['previousBoardId'] as BoardId] : [boardId];
}

/** `boards` are those that the caller sees: entries of other boards show only that an event occurred. */
export function presentEntries(rows: readonly ActivityRow[], boards: Boards): ActivityEntryOutput[] {
  const presenters = new Map([...boards.values()].map((board) => [board.id, compileBoardValues(board)]));
  return rows.map((row) => {
    const board = boards.get(row.boardId);
    return {
      id: row.id,
      action: row.action,
      actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName!, avatar: row.actorAvatar },
      boardId: board === undefined ? null : board.id,
      itemId: row.itemId,
      itemName: board === undefined ? null : row.itemName,
      createdAt: row.createdAt,
      ...(board === undefined
        ? departureOf(row, boards)
        : { ...detailsOf(row, board, boards), ...valuesOf(row, presenters.get(board.id)!) }),
    } as ActivityEntryOutput;
  });
}

function detailsOf({ details }: ActivityRow, board: BoardFacts, boards: Boards): Details {
  const { changes, previous, name, parentId, position, groupId, previousGroupId, previousBoardId } = details;
  const shown: { [key: string]: Json } = {};
  if (changes !== undefined) shown['changes'] = changes;
  if (previous !== undefined) shown['previous'] = previous;
  if (name !== undefined) shown['name'] = name;
  if (parentId !== undefined) shown['parentId'] = parentId;
  if (position !== undefined) shown['position'] = position;
  if (groupId !== undefined) shown['group'] = groupOn(board, groupId as GroupId);
  const source = previousBoardId === undefined ? board : boards.get(previousBoardId as BoardId);
  if (source !== undefined) {
    if (previousBoardId !== undefined) shown['previousBoardId'] = previousBoardId;
    if (previousGroupId !== undefined) shown['previousGroup'] = groupOn(source, previousGroupId as GroupId);
  }
  for (const noun of RECORDS) {
    const record = details[noun] as { [key: string]: Json } | undefined;
    if (record !== undefined) shown[noun] = { id: record['id']!, name: record['name'] ?? null };
  }
  return shown as Details;
}

/** The previous location of an item; omitted if it is hidden from the caller. */
function departureOf({ details }: ActivityRow, boards: Boards): { [key: string]: Json } {
  const { previousGroupId, previousBoardId } = details;
  const source = boards.get(previousBoardId as BoardId);
  if (source === undefined) return {};
  return { previousBoardId: source.id, previousGroup: groupOn(source, previousGroupId as GroupId) };
}

function groupOn(board: BoardFacts, id: GroupId): { [key: string]: Json } {
  return { id, name: board.groupsById.get(id)?.name ?? null };
}

/** Values in wire form, with the current columns of the board; values of unknown columns are left out. */
function valuesOf(row: ActivityRow, present: ValuesPresenter): Details {
  const times = { createdAt: row.createdAt, updatedAt: row.createdAt };
  const read = (text: string) => JSON.parse(present(text, times)) as { [columnId: string]: Json };
  if (row.values !== null) return { values: read(row.values) };
  const columnId = row.details['columnId'] as string | undefined;
  if (columnId === undefined) return {};
  if (row.value === null) return { columnId };
  const value = read(row.value)[columnId];
  if (value === undefined) return { columnId };
  return { columnId, value, previousValue: read(row.previousValue!)[columnId] };
}
