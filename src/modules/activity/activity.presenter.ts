import type { BoardId, GroupId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { compileBoardValues, type ValuesPresenter } from '../columns';
import type { BoardFacts } from '../hierarchy';
import type { ActivityRow } from './activity.read-model';
import type { ActivityEntryOutput } from './activity.schemas';

type Shown = Partial<ActivityEntryOutput>;
type Boards = ReadonlyMap<BoardId, BoardFacts>;

/** Records in an event, in their state at its time. */
const RECORDS = ['board', 'group', 'column', 'form'] as const;
/** Fields of an event that an entry shows unchanged. */
const FIELDS = [
  'changes',
  'previous',
  'name',
  'parentId',
  'position',
  'commentId',
  'attachmentCount',
  'emoji',
  'submissionId',
  'status',
  'previousStatus',
] as const;

/** The boards that an entry names. */
export function boardsOf({ boardId, details: { previousBoardId } }: ActivityRow): BoardId[] {
  return previousBoardId === undefined ? [boardId] : [boardId, previousBoardId];
}

/** `boards` are those that the caller sees: entries of other boards show only that an event occurred. */
export function presentEntries(rows: readonly ActivityRow[], boards: Boards): ActivityEntryOutput[] {
  const presenters = new Map([...boards.values()].map((board) => [board.id, compileBoardValues(board)]));
  return rows.map((row) => {
    const board = boards.get(row.boardId);
    return {
      id: row.id,
      action: row.action,
      actor: row.actor,
      boardId: board === undefined ? null : board.id,
      itemId: row.itemId,
      itemName: board === undefined ? null : row.itemName,
      createdAt: row.createdAt,
      ...(board === undefined
        ? previousPlace(row, boards)
        : { ...detailsOf(row, board, boards), ...valuesOf(row, presenters.get(board.id)!) }),
    };
  });
}

function detailsOf({ details }: ActivityRow, board: BoardFacts, boards: Boards): Shown {
  const shown: Shown = Object.fromEntries(
    FIELDS.filter((field) => details[field] !== undefined).map((field) => [field, details[field]]),
  );
  const { groupId, previousGroupId, previousBoardId } = details;
  if (groupId !== undefined) shown.group = groupOn(board, groupId);
  const source = previousBoardId === undefined ? board : boards.get(previousBoardId);
  if (source !== undefined) {
    if (previousBoardId !== undefined) shown.previousBoardId = previousBoardId;
    if (previousGroupId !== undefined) shown.previousGroup = groupOn(source, previousGroupId);
  }
  for (const noun of RECORDS) {
    const record = details[noun];
    if (record !== undefined) shown[noun] = { id: record.id, name: record.name ?? null };
  }
  return shown;
}

/** The previous location of an item; omitted if it is hidden from the caller. */
function previousPlace({ details }: ActivityRow, boards: Boards): Shown {
  const { previousGroupId, previousBoardId } = details;
  const source = previousBoardId && boards.get(previousBoardId);
  if (!source || previousGroupId === undefined) return {};
  return { previousBoardId: source.id, previousGroup: groupOn(source, previousGroupId) };
}

function groupOn(board: BoardFacts, id: GroupId): { id: GroupId; name: string | null } {
  return { id, name: board.groupsById.get(id)?.name ?? null };
}

/** Values in wire form, with the current columns of the board; values of unknown columns are left out. */
function valuesOf(row: ActivityRow, present: ValuesPresenter): Shown {
  const times = { createdAt: row.createdAt, updatedAt: row.createdAt };
  const read = (text: string) => JSON.parse(present(text, times)) as { [columnId: string]: Json };
  if (row.values !== null) return { values: read(row.values) };
  const { columnId } = row.details;
  if (columnId === undefined) return {};
  if (row.value === null) return { columnId };
  const value = read(row.value)[columnId];
  if (value === undefined) return { columnId };
  return { columnId, value, previousValue: read(row.previousValue!)[columnId] };
}
