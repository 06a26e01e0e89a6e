import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { item as itemRecord } from './items.schemas';

const groupId = schema.id('group');

/** Stored forms: consumers present them with the columns of the board. */
const storedValues = z.record(z.string(), z.json());

/** The item as items.get returns it. */
const item = { item: itemRecord };

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
    public: { fields: ['changes', 'previous'], read: item },
  }),
  moved: defineEvent('item.moved', {
    when: 'An item got another position, group or board.',
    subject: 'item',
    payload: {
      groupId,
      position: z.int(),
      previousGroupId: groupId,
      /** Only for a move to another board. */
      previousBoardId: schema.id('board').optional(),
    },
    public: { fields: ['groupId', 'position', 'previousGroupId', 'previousBoardId'], read: item },
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
    payload: {},
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
    public: { fields: [], read: { item: itemRecord.pick({ id: true, boardId: true }) } },
  }),
  reordered: defineEvent('item.reordered', {
    when: 'Items of a group traded places.',
    subject: 'board',
    payload: { groupId, itemIds: z.array(schema.id('item')) },
    public: 'payload',
  }),
};
