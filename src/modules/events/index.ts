export { EventFeedModule } from './event-feed.module';
export { EventPresenterService } from './presentation/event-presenter.service';
export type { PresentedEvent } from './presentation/presented-event';
export { VisibleEventsService } from './visible-events.service';
