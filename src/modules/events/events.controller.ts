import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import * as schemas from './events.schemas';
import { EventFeedService } from './feed/event-feed.service';

@Procedures()
export class EventsController {
  constructor(private readonly feed: EventFeedService) {}

  @QueryProcedure('events.list', {
    ...schemas.eventsList,
    scope: 'read',
    role: 'guest',
    description:
      'The change feed: public events that the caller can see now, oldest first, with the records as they are now. `since` is the `cursor` of the previous call; without it the feed starts at the oldest kept event. A page can be empty before the end: the end is reached when `cursor` equals `since`. See docs/events.md.',
  })
  list(context: CallContext, input: schemas.EventsListInput) {
    return this.feed.list(context, input);
  }
}
