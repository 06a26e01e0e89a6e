import { z } from 'zod';
import { BOARD_PERMISSIONS } from '../../access/role';
import { currentRecord } from '../../platform/events/current-record';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { board, group } from './boards.schemas';

const boardIds = board.pick({ id: true, projectId: true });
const deletedBoard = board.pick({ id: true, projectId: true, name: true });
const groupIds = group.pick({ id: true });

const currentBoard = { board: currentRecord(board, boardIds) };
const currentGroup = currentRecord(group, groupIds);

/**
 * The record after the change; for a deletion, before it. Groups and columns that are created with a board are part of
 * board.created; what a deleted board contains is deleted with it and has no events.
 */
export const boardsEvents = {
  created: defineEvent('board.created', {
    when: 'A board was created or duplicated.',
    subject: 'board',
    payload: { board },
    public: { fields: [], read: currentBoard },
  }),
  updated: defineEvent('board.updated', {
    when: 'The name or the default view of a board changed.',
    subject: 'board',
    payload: { board },
    public: { fields: [], read: currentBoard },
  }),
  deleted: defineEvent('board.deleted', {
    when: 'A board was deleted with its items, alone or with its project or workspace.',
    subject: 'board',
    payload: { board: deletedBoard },
    public: { fields: [], read: { board: boardIds } },
  }),
};

export const groupsEvents = {
  created: defineEvent('group.created', {
    when: 'A group was added to a board.',
    subject: 'board',
    payload: { group },
    public: { fields: [], read: { group: currentGroup } },
  }),
  updated: defineEvent('group.updated', {
    when: 'The name, the color or the collapsed state of a group changed.',
    subject: 'board',
    payload: { group },
    public: { fields: [], read: { group: currentGroup } },
  }),
  reordered: defineEvent('group.reordered', {
    when: 'The groups of a board were reordered.',
    subject: 'board',
    payload: { groups: z.array(group) },
    public: { fields: [], read: { groups: z.array(currentGroup) } },
  }),
  deleted: defineEvent('group.deleted', {
    when: 'A group was deleted; its items moved to another group, or to Trash.',
    subject: 'board',
    /** `moveItemsTo` is null when the items moved to Trash. */
    payload: { group, moveItemsTo: schema.id('group').nullable() },
    public: { fields: ['moveItemsTo'], read: { group: groupIds } },
  }),
};

const share = {
  boardId: schema.id('board'),
  userId: schema.id('user'),
  permission: z.enum(BOARD_PERMISSIONS),
};

const internal = 'Access of guests, which boards.members.list shows to members who manage the board.';

/** Guests with whom a board is shared. */
export const boardMembersEvents = {
  added: defineEvent('board_member.added', {
    when: 'A board was shared with a guest.',
    subject: 'board',
    payload: share,
    public: { internal },
  }),
  changed: defineEvent('board_member.changed', {
    when: 'The permission of a guest on a board changed.',
    subject: 'board',
    payload: share,
    public: { internal },
  }),
  removed: defineEvent('board_member.removed', {
    when: 'A board is no longer shared with a guest; `permission` is the last one.',
    subject: 'board',
    payload: share,
    public: { internal },
  }),
};
