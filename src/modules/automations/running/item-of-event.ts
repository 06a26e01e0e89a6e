import type { ItemId } from '../../../kernel/ids';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { formsEvents } from '../../forms/forms.events';

/** The item that an event is about; for a submission, the item that was created from it. */
export function itemOfEvent(event: CommittedEvent): ItemId | null {
  return formsEvents.submitted.is(event) ? event.data.itemId : event.itemId;
}
