import { Injectable } from '@nestjs/common';
import type { Id, OrganizationId, UserId } from '../../../kernel/ids';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { Log } from '../../../platform/logging/log';
import { NotificationsService } from '../../notifications';
import { notificationsEvents } from '../../notifications/notifications.events';
import { serverMessage } from '../boards/server-message';
import type { Connection } from '../connections/connection';

/** Sends new notifications to the sockets of their users. */
@Injectable()
export class NotificationMessagesService {
  private readonly sockets = new Map<string, Set<Connection>>();

  constructor(
    private readonly notifications: NotificationsService,
    private readonly log: Log,
  ) {}

  add(connection: Connection): void {
    const key = keyOf(connection);
    this.sockets.set(key, (this.sockets.get(key) ?? new Set()).add(connection));
  }

  remove(connection: Connection): void {
    const key = keyOf(connection);
    const sockets = this.sockets.get(key);
    sockets?.delete(connection);
    if (sockets?.size === 0) this.sockets.delete(key);
  }

  async deliver(events: readonly CommittedEvent[]): Promise<void> {
    if (this.sockets.size === 0) return;
    const ids = new Map<string, Id<'notification'>[]>();
    for (const event of events) {
      if (!notificationsEvents.created.is(event)) continue;
      const { organizationId, data } = event;
      const key = keyOf({ organizationId, userId: data.userId });
      if (this.sockets.has(key)) ids.set(key, [...(ids.get(key) ?? []), data.notificationId]);
    }
    await Promise.all(
      // The user finds it in the list.
      [...ids].map(([key, ofUser]) =>
        this.send(key, ofUser).catch((error: unknown) =>
          this.log.warn('a notification could not be sent to sockets', { error }),
        ),
      ),
    );
  }

  private async send(key: string, ids: readonly Id<'notification'>[]): Promise<void> {
    const sockets = Array.from(this.sockets.get(key) ?? []);
    // What changes the access is often what the notification is about, such as a share.
    await Promise.all(sockets.map((socket) => socket.currentAccess()));
    const current = sockets.filter(({ isOpen }) => isOpen);
    const [first] = current;
    if (first === undefined) return;
    const { notifications, unreadCount } = await this.notifications.present(first.context(), ids);
    for (const notification of notifications) {
      const message = serverMessage(notificationsEvents.created.name, { notification, unreadCount });
      for (const socket of current) socket.send(message);
    }
  }
}

function keyOf({ organizationId, userId }: { organizationId: OrganizationId; userId: UserId }): string {
  return `${organizationId}:${userId}`;
}
