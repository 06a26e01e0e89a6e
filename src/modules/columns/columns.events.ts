import { z } from 'zod';
import { currentRecord } from '../../platform/events/current-record';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { column } from './columns.schemas';

const ids = column.pick({ id: true, boardId: true });

const current = { column: currentRecord(column, ids) };

/** The record after the change; for a deletion, before it. */
export const columnsEvents = {
  created: defineEvent('column.created', {
    when: 'A column was added to a board.',
    subject: 'board',
    payload: { column },
    public: { fields: [], read: current },
  }),
  updated: defineEvent('column.updated', {
    when: 'The settings of a column changed.',
    subject: 'board',
    payload: { column },
    public: { fields: [], read: current },
  }),
  deleted: defineEvent('column.deleted', {
    when: 'A column was deleted with its values.',
    subject: 'board',
    payload: { column },
    public: { fields: [], read: { column: ids } },
  }),
  reordered: defineEvent('column.reordered', {
    when: 'The columns of a board were reordered.',
    subject: 'board',
    payload: { boardId: schema.id('board'), columnIds: z.array(schema.id('column')) },
    public: 'payload',
  }),
};
