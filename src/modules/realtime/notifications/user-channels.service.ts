import { Injectable } from '@nestjs/common';
import { CredentialLimited } from '../../../access/access-errors';
import type { Connection } from '../connections/connection';
import { NotificationsService } from '../../notifications';
import { BoardChannelsService } from '../boards/board-channels.service';
import { serverMessage } from '../boards/server-message';
import { NotificationMessagesService } from './notification-messages.service';

/** The sockets of users that are not for one board: their notifications. */
@Injectable()
export class UserChannelsService {
  constructor(
    private readonly channels: BoardChannelsService,
    private readonly messages: NotificationMessagesService,
    private readonly notifications: NotificationsService,
  ) {}

  async join(connection: Connection): Promise<void> {
    if (connection.context().person.placeLimits !== undefined) throw new CredentialLimited();
    await this.channels.start();
    if (!connection.isOpen) return;
    // Before the count is read: a notification that is not counted follows.
    this.messages.add(connection);
    const { count } = await this.notifications.unreadCount(connection.context());
    const { userId, organizationId } = connection;
    connection.send(serverMessage('connected', { userId, organizationId, unreadCount: count }));
  }

  leave(connection: Connection): void {
    this.messages.remove(connection);
  }
}
