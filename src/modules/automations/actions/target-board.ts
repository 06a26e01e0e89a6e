import type { InputIssue } from '../../../kernel/app-error';
import type { BoardId, GroupId } from '../../../kernel/ids';
import { authorize } from '../../../access/policy';
import type { BoardFacts } from '../../hierarchy';
import { editItems } from '../../items';
import type { ActionCheck } from './action';

/** The board that an action writes to, which the author must see and be able to edit; throws otherwise. */
export async function targetBoard(
  { tx, board, calls }: ActionCheck,
  boardId: BoardId | undefined,
): Promise<BoardFacts> {
  const { facts, access } = await calls.hierarchy.board(tx, boardId ?? board.id);
  authorize(editItems, tx.principal, { access });
  return facts;
}

export function groupProblems(board: BoardFacts, groupId: GroupId): InputIssue[] {
  return board.groupsById.has(groupId) ? [] : [{ path: 'groupId', message: 'Unknown group of this board' }];
}
