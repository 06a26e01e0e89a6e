import { z } from 'zod';
import { currentRecord } from '../../platform/events/current-record';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { item as itemRecord } from './item.schemas';

const groupId = schema.id('group');

/** Stored forms: consumers present them with the columns of the board. */
const storedValues = z.record(z.string(), z.json());

/** Only ids: of an item that no longer exists, or on a board that its readers may not see. */
const ids = itemRecord.pick({ id: true, boardId: true });

/** The item as the API shows it. */
export const currentItem = currentRecord(itemRecord, ids);

const item = { item: currentItem };

/** The rank of an item in its list, a decimal number. Kept for changes.undo, and never shown. */
const rank = z.string();

/** The rank that the change gave the item, and the one before. Absent in events of earlier versions. */
const places = { rank: rank.optional(), previousRank: rank.optional() };

const details = z.strictObject({
  name: z.string().optional(),
  description: z.string().nullable().optional(),
});

/**
 * The database functions write item.created, and item.moved for a single move within a board. values.events.ts
 * declares the event of a changed value.
 */
export const itemsEvents = {
  created: defineEvent('item.created', {
    when: 'An item was created, duplicated or imported; its first values are part of the event.',
    subject: 'item',
    payload: {
      name: z.string(),
      description: z.string().nullable(),
      groupId,
      parentId: schema.id('item').nullable(),
      position: z.int(),
      values: storedValues,
      /** Present for imported items. No one is notified of assignments in them: a file can contain thousands. */
      isImported: z.literal(true).optional(),
    },
    public: { fields: [], read: item },
  }),
  updated: defineEvent('item.updated', {
    when: 'The name or the description of an item changed.',
    subject: 'item',
    /** The changed fields after and before the change. */
    payload: { changes: details, previous: details },
    /** Without the changes once the item no longer exists. */
    public: {
      fields: [],
      read: { ...item, changes: details.optional(), previous: details.optional() },
    },
  }),
  moved: defineEvent('item.moved', {
    when: 'An item was moved to another position, group or board.',
    subject: 'item',
    payload: {
      groupId,
      position: z.int(),
      previousGroupId: groupId,
      /** Only for a move to another board. */
      previousBoardId: schema.id('board').optional(),
      ...places,
      /** Only for a move to another board: the stored values, there and before, of the item and of its sub-items. */
      family: z
        .array(
          z.strictObject({ itemId: schema.id('item'), values: storedValues, previousValues: storedValues }),
        )
        .optional(),
    },
    // The previous place is absent for readers who may not see it.
    public: {
      fields: ['groupId', 'position', 'previousBoardId'],
      read: { ...item, previousGroupId: groupId.optional() },
    },
  }),
  removed: defineEvent('item.removed', {
    when: 'An item was moved from this board to another board, which gets the event item.moved.',
    subject: 'item',
    payload: { groupId },
    // Only ids: users who see this board may not see the other one.
    public: { fields: ['groupId'], read: { item: ids } },
  }),
  archived: defineEvent('item.archived', {
    when: 'An item was archived, with its sub-items.',
    subject: 'item',
    payload: {},
    public: { fields: [], read: item },
  }),
  trashed: defineEvent('item.trashed', {
    when: 'An item was moved to Trash, with its sub-items.',
    subject: 'item',
    payload: {},
    public: { fields: [], read: item },
  }),
  restored: defineEvent('item.restored', {
    when: 'An item was restored from Trash or from the archive, with its sub-items.',
    subject: 'item',
    payload: {
      /** Present for an item that was archived before it was moved to Trash: it is archived again. */
      isArchived: z.literal(true).optional(),
      /** Where the item returned to the lists; absent for an archived one. */
      groupId: groupId.optional(),
      parentId: schema.id('item').nullable().optional(),
      position: z.int().optional(),
      /** Where the item was. Absent in events of earlier versions. */
      from: z.enum(['trash', 'archive']).optional(),
    },
    public: { fields: [], read: item },
  }),
  deleted: defineEvent('item.deleted', {
    when: 'An item was deleted permanently.',
    subject: 'item',
    payload: {
      name: z.string(),
      description: z.string().nullable(),
      groupId,
      parentId: schema.id('item').nullable(),
      values: storedValues,
    },
    // The item is no longer readable, so the event contains only what identifies it.
    public: { fields: [], read: { item: ids } },
  }),
  reordered: defineEvent('item.reordered', {
    when: 'Items of a group were reordered.',
    subject: 'board',
    payload: {
      groupId,
      itemIds: z.array(schema.id('item')),
      /** Of each item, after and before. Absent in events of earlier versions. */
      ranks: z.array(rank).optional(),
      previousRanks: z.array(rank).optional(),
    },
    public: { fields: ['groupId', 'itemIds'], read: {} },
  }),
};
