import { boardsEvents } from '../boards/boards.events';
import { columnsEvents } from '../columns/columns.events';
import { valuesEvents } from '../columns/values.events';
import { commentsEvents } from '../comments/comments.events';
import { formsEvents } from '../forms/forms.events';
import { itemsEvents } from '../items/items.events';
import { membersEvents } from '../members/members.events';

/** The events that a webhook can have (contract §8). */
export const WEBHOOK_EVENTS = [
  itemsEvents.created,
  itemsEvents.updated,
  itemsEvents.trashed,
  itemsEvents.restored,
  itemsEvents.deleted,
  itemsEvents.archived,
  itemsEvents.moved,
  valuesEvents.changed,
  columnsEvents.created,
  columnsEvents.deleted,
  commentsEvents.created,
  boardsEvents.created,
  boardsEvents.deleted,
  membersEvents.invited,
  membersEvents.removed,
  formsEvents.submitted,
];

export const WEBHOOK_EVENT_NAMES = WEBHOOK_EVENTS.map(({ name }) => name);
