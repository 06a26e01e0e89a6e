import { Injectable } from '@nestjs/common';
import type { Id } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { HttpConfig } from '../../platform/config/http.config';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { NotificationNotFound } from './notifications.errors';
import { presentNotification } from './notifications.presenter';
import { NotificationsReadModel } from './notifications.read-model';
import { NotificationsRepository } from './notifications.repository';
import type { NotificationsListInput, NotificationsMarkReadInput } from './notifications.schemas';

/** The caller's own notifications (decision 0089). */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly reads: NotificationsReadModel,
    private readonly notifications: NotificationsRepository,
    private readonly transactions: TransactionRunner,
    private readonly http: HttpConfig,
  ) {}

  async list(context: CallContext, { unread, cursor, limit }: NotificationsListInput) {
    const page = await this.reads.list(context, { unread, cursor: cursor ?? null, limit });
    return {
      notifications: page.rows.map((row) =>
        presentNotification(row, this.http.baseUrlOf(row.organizationSlug)),
      ),
      nextCursor: page.nextCursor,
    };
  }

  /** The notifications that the caller sees, oldest first, and the number of unread ones. */
  async present(context: CallContext, ids: readonly Id<'notification'>[]) {
    const rows = await this.reads.find(context, ids);
    return {
      notifications: rows.map((row) => presentNotification(row, this.http.baseUrlOf(row.organizationSlug))),
      unreadCount: await this.reads.unreadCount(context),
    };
  }

  async unreadCount(context: CallContext) {
    return { count: await this.reads.unreadCount(context) };
  }

  async markRead(context: CallContext, { ids }: NotificationsMarkReadInput): Promise<void> {
    // In a transaction, which is retried after a deadlock with a subscriber.
    await this.transactions.run(context, async (tx) => {
      if (ids === undefined) await this.notifications.markAllRead(tx);
      else if (!(await this.notifications.markRead(tx, [...new Set(ids)]))) throw new NotificationNotFound();
    });
  }
}
