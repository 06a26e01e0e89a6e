import { Module } from '@nestjs/common';
import { EventFeedModule } from '../events';
import { NotificationsModule } from '../notifications';
import { BoardChannelsService } from './boards/board-channels.service';
import { BoardMessageSourceService } from './boards/board-message-source.service';
import { BoardSubscriptionsService } from './boards/board-subscriptions.service';
import { AccessWatchService } from './connections/access-watch.service';
import { ClientMessagesService } from './connections/client-messages.service';
import { ConnectionsService } from './connections/connections.service';
import { FirstMessageService } from './connections/first-message.service';
import { SocketCallersService } from './connections/socket-callers.service';
import { NotificationMessagesService } from './notifications/notification-messages.service';
import { UserChannelsService } from './notifications/user-channels.service';
import { GesturesService } from './presence/gestures.service';
import { PresenceService } from './presence/presence.service';
import { RealtimeEndpointsService } from './realtime-endpoints.service';

@Module({
  imports: [EventFeedModule, NotificationsModule],
  providers: [
    AccessWatchService,
    BoardChannelsService,
    BoardMessageSourceService,
    BoardSubscriptionsService,
    ClientMessagesService,
    ConnectionsService,
    FirstMessageService,
    GesturesService,
    NotificationMessagesService,
    PresenceService,
    RealtimeEndpointsService,
    SocketCallersService,
    UserChannelsService,
  ],
})
export class RealtimeModule {}
