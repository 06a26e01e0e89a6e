import type { BoardId, GroupId, UserId } from '../../kernel/ids';
import type { BoardPermission } from '../../access/role';
import type { DomainEvent } from '../../platform/jobs/outbox';
import type { BoardOutput, GroupOutput } from './boards.schemas';

type BoardEvent = (board: BoardOutput) => DomainEvent;

const boardEvent =
  (type: string): BoardEvent =>
  (board) => ({ type, boardId: board.id, data: { board } });

/**
 * The record as it is after the change (before it, for a deletion), in the API's own shape. Groups and columns that a
 * board is made with are part of board.created; what lies on a deleted board goes with board.deleted.
 */
export const boardsEvents = {
  created: boardEvent('board.created'),
  updated: boardEvent('board.updated'),
  deleted: boardEvent('board.deleted'),
};

export const groupsEvents = {
  created: (board: { id: string }, group: GroupOutput): DomainEvent => ({
    type: 'group.created',
    boardId: board.id,
    data: { group },
  }),
  updated: (board: { id: string }, group: GroupOutput): DomainEvent => ({
    type: 'group.updated',
    boardId: board.id,
    data: { group },
  }),
  reordered: (board: BoardOutput): DomainEvent => ({
    type: 'groups.reordered',
    boardId: board.id,
    data: { groups: board.groups },
  }),
  /** `moveItemsTo` is null when the group's items went to Trash. */
  deleted: (board: { id: string }, group: GroupOutput, moveItemsTo: GroupId | null): DomainEvent => ({
    type: 'group.deleted',
    boardId: board.id,
    data: { group, moveItemsTo },
  }),
};

const memberEvent =
  (type: string) =>
  (boardId: BoardId, userId: UserId, permission: BoardPermission): DomainEvent => ({
    type,
    boardId,
    data: { boardId, userId, permission },
  });

/** Of the guests that a board is shared with; `permission` is the one they had when it ends. */
export const boardMembersEvents = {
  added: memberEvent('board.member_added'),
  changed: memberEvent('board.member_changed'),
  removed: memberEvent('board.member_removed'),
};
