import { Module } from '@nestjs/common';
import { CommentsModule } from '../comments';
import { FormsModule } from '../forms';
import { ItemsModule } from '../items';
import { MembersModule } from '../members';
import { EventSchemaHttpController } from './event-schema.http.controller';
import { EventsController } from './events.controller';
import { EventFeedService } from './feed/event-feed.service';
import { ShownEventsService } from './feed/shown-events.service';
import { EventPresenterService } from './presentation/event-presenter.service';
import { EventRecordsService } from './presentation/event-records.service';
import { VisibleEventsService } from './visible-events.service';

@Module({
  imports: [CommentsModule, FormsModule, ItemsModule, MembersModule],
  controllers: [EventSchemaHttpController],
  providers: [
    EventFeedService,
    EventPresenterService,
    EventRecordsService,
    EventsController,
    ShownEventsService,
    VisibleEventsService,
  ],
  exports: [EventPresenterService, VisibleEventsService],
})
export class EventFeedModule {}
