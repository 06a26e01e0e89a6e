import type { DomainEvent } from '../../platform/jobs/outbox';
import type { ViewOutput } from './views.schemas';

const viewEvent =
  (type: string) =>
  (view: ViewOutput): DomainEvent => ({ type, boardId: view.boardId, data: { view } });

export const viewsEvents = {
  created: viewEvent('view.created'),
  updated: viewEvent('view.updated'),
  deleted: viewEvent('view.deleted'),
};
