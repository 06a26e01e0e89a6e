import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event';
import { id } from '../../rpc/schema';
import { view } from './views.schemas';

const internal = 'A view changes how a client shows a board, not the board.';

export const viewsEvents = {
  created: defineEvent('view.created', {
    when: 'A view of a board was saved.',
    subject: 'board',
    payload: { view },
    public: { internal },
  }),
  updated: defineEvent('view.updated', {
    when: 'The settings of a saved view changed.',
    subject: 'board',
    payload: { view },
    public: { internal },
  }),
  reordered: defineEvent('view.reordered', {
    when: 'The shared views of a board were reordered.',
    subject: 'board',
    payload: { viewIds: z.array(id('view')) },
    public: { internal },
  }),
  deleted: defineEvent('view.deleted', {
    when: 'A saved view was deleted.',
    subject: 'board',
    payload: { view },
    public: { internal },
  }),
};
