import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { NO_KEY } from '../../../kernel/record-key';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { HierarchyService } from '../../hierarchy';
import type { NewNotification } from '../notifications.repository';
import { NotifierService } from '../sending/notifier.service';
import { DueDay } from './due-day';
import { dueColumn } from './due-item';
import { type DatedItem, DueItemsRepository } from './due-items.repository';

export interface NotifyDueItemsPayload {
  organizationId: OrganizationId;
  day: string;
  timeZone: string;
}

/** Notifies users of the items that are assigned to them and due on a day, once per item, user and day. */
@Job({ name: 'notifications.notify-due-items' })
@Injectable()
export class NotifyDueItemsJob implements JobHandler<NotifyDueItemsPayload> {
  constructor(
    private readonly due: DueItemsRepository,
    private readonly hierarchy: HierarchyService,
    private readonly transactions: TransactionRunner,
    private readonly notifier: NotifierService,
  ) {}

  async perform({ organizationId, day, timeZone }: NotifyDueItemsPayload, { signal }: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    const dueDay = new DueDay(day, timeZone);
    for (let users = await this.due.users(context, ''); users.length > 0;) {
      for (const userId of users) await this.notify(context, userId, { day, dueDay, signal });
      users = await this.due.users(context, users.at(-1)!);
    }
  }

  private async notify(
    context: TenantContext,
    userId: UserId,
    { day, dueDay, signal }: { day: string; dueDay: DueDay; signal: AbortSignal },
  ): Promise<void> {
    for (let place = { columnKey: NO_KEY, itemKey: NO_KEY }; ;) {
      signal.throwIfAborted();
      const page = await this.due.assigned(context, userId, place, dueDay.bounds);
      if (page === undefined) return;
      const found = await Promise.all(
        page.items.map((item) => this.candidate(context, userId, item, { day, dueDay })),
      );
      const candidates = found.filter((each) => each !== null);
      if (candidates.length > 0)
        await this.transactions.run(context, (tx) => this.notifier.notify(tx, candidates));
      place = page;
    }
  }

  private async candidate(
    context: TenantContext,
    userId: UserId,
    { id: itemId, boardId, values }: DatedItem,
    { day, dueDay }: { day: string; dueDay: DueDay },
  ): Promise<NewNotification | null> {
    const board = await this.hierarchy.boardFacts(context, boardId);
    const columnId = board && board.archivedAt === null ? dueColumn(board, values, userId, dueDay) : null;
    if (columnId === null) return null;
    const { organizationId } = context;
    const source = `due:${itemId}:${day}`;
    const about = { organizationId, userId, source, boardId, itemId, commentId: null };
    return { ...about, kind: 'due', actorId: null, details: { columnId } };
  }
}
