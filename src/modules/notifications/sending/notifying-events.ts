import type { EventOf } from '../../../platform/events/define-event';
import { automationsEvents } from '../../automations/automations.events';
import { valuesEvents } from '../../columns/values.events';
import { commentsEvents } from '../../comments/comments.events';
import { formsEvents } from '../../forms/forms.events';
import { itemsEvents } from '../../items/items.events';
import { membersEvents } from '../../members/members.events';

/** The changes of which users are notified. */
export const NOTIFYING = [
  commentsEvents.created,
  commentsEvents.updated,
  valuesEvents.changed,
  itemsEvents.created,
  formsEvents.submitted,
  membersEvents.invitationAccepted,
  automationsEvents.notified,
  automationsEvents.disabled,
];
export type NotifyingEvent = EventOf<(typeof NOTIFYING)[number]>;
