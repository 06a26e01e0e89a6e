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
  archived: defineEvent('board.archived', {
    when: 'A board was archived; it is read-only until it is restored.',
    subject: 'board',
    payload: { board },
    public: { fields: [], read: currentBoard },
  }),
  restored: defineEvent('board.restored', {
    when: 'A board was restored from the archive.',
    subject: 'board',
    payload: { board },
    public: { fields: [], read: currentBoard },
  }),
  moved: defineEvent('board.moved', {
    when: 'A board was moved to another project.',
    subject: 'board',
    payload: { board, previousProjectId: schema.id('project') },
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
    when: 'A group was added to a board or duplicated, or its deletion was undone.',
    subject: 'board',
    payload: {
      group,
      /** Present when the deletion of the group was undone. */
      isReturned: z.literal(true).optional(),
    },
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
  archived: defineEvent('group.archived', {
    when: 'A group was archived with its live items, which leave the lists of the board.',
    subject: 'board',
    payload: { group },
    public: { fields: [], read: { group: groupIds } },
  }),
  restored: defineEvent('group.restored', {
    when: 'A group was restored from the archive with the items that were archived with it; load its items again.',
    subject: 'board',
    payload: { group },
    public: { fields: [], read: { group: currentGroup } },
  }),
  deleted: defineEvent('group.deleted', {
    when: 'A group was deleted; its items moved to another group, or to Trash.',
    subject: 'board',
    /** `moveItemsTo` is null when the items moved to Trash. */
    payload: {
      group,
      moveItemsTo: schema.id('group').nullable(),
      /** For changes.undo: the record key, to which items in Trash refer. Absent in events of earlier versions. */
      key: z.string().optional(),
      /** The items that moved. Absent if they are more than can be undone. */
      itemIds: z.array(schema.id('item')).optional(),
      /** Of items that moved to another group: after and before. */
      ranks: z.array(z.string()).optional(),
      previousRanks: z.array(z.string()).optional(),
    },
    public: { fields: ['moveItemsTo'], read: { group: groupIds } },
  }),
};

export const boardOrdersEvents = {
  reordered: defineEvent('board.reordered', {
    when: 'The boards of a project were reordered.',
    subject: 'organization',
    payload: { projectId: schema.id('project'), boardIds: z.array(schema.id('board')) },
    public: { internal: 'Clients read the order of boards with boards.list.' },
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
