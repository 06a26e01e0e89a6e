import { Injectable } from '@nestjs/common';
import { type ItemId, newId } from '../../../kernel/ids';
import { TimeZone } from '../../../column-types/formula/values/time-zone';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Log } from '../../../platform/logging/log';
import { HierarchyService } from '../../hierarchy';
import { ExecutionQueueService } from '../running/execution-queue.service';
import { dateArrived } from '../triggers/date-arrived';
import { recurring } from '../triggers/recurring';
import { triggerOf } from '../triggers';
import { type DatedItems, DatedItemsReadModel } from './dated-items.read-model';
import { dueOn, firstDue, hasSchedule, type ScheduledType, timesToFire } from './due-times';
import { addDays, boundsOf, type LocalDay, localDayOf } from './local-time';
import { type ClaimedSchedule, ScheduleClaimsRepository } from './schedule-claims.repository';
import { type ScheduleState, SchedulesRepository } from './schedules.repository';

type Tx = InTransaction<DatabaseContext>;

/** What a schedule fires, and when it is due again. */
interface Firing {
  /** One execution for each. */
  causes: { cause: string; itemId: ItemId | null }[];
  /** Null when it is never due again. */
  next: Pick<ScheduleState, 'nextAt' | 'day' | 'afterItem'> | null;
}

/** Days whose dates arrive late, after an outage. */
const LATE_DAYS = 31;

/**
 * Adds the executions of schedules that are due, and their next due times, in one transaction: the claim of a killed process
 * ends with its connection, and nothing of it is left (decision 0099).
 */
@Injectable()
export class ScheduleFiringService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly claims: ScheduleClaimsRepository,
    private readonly schedules: SchedulesRepository,
    private readonly hierarchy: HierarchyService,
    private readonly items: DatedItemsReadModel,
    private readonly queue: ExecutionQueueService,
    private readonly log: Log,
  ) {}

  /** Fires a few; false when none is due. `at` replaces the database's clock in tests. */
  fireSome(at: Date | null): Promise<boolean> {
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const claimed = await this.claims.claim(tx, at);
      const executions = [];
      const states: ScheduleState[] = [];
      for (const schedule of claimed) {
        const { causes, next } = await this.fire(tx, schedule);
        executions.push(...causes.map((cause) => executionOf(schedule, cause)));
        const { organizationId, automationId, timeZone } = schedule;
        if (next === null) await this.schedules.remove({ ...tx, organizationId }, automationId);
        else states.push({ organizationId, automationId, timeZone, ...next });
      }
      await this.queue.add(tx, executions);
      await this.schedules.advance(tx, states);
      return claimed.length > 0;
    });
  }

  private async fire(tx: Tx, schedule: ClaimedSchedule): Promise<Firing> {
    const { organizationId, automationId, type, config, timeZone, now, isActive, dueAt, day } = schedule;
    // One schedule that cannot be read must not stop the others.
    if (!hasSchedule(type) || !triggerOf(type).config.safeParse(config).success) {
      this.log.error('a schedule of an automation cannot be read', { organizationId, automationId });
      return { causes: [], next: null };
    }
    if (isActive && day !== null) return this.fireDay(tx, schedule, day);
    const due = firstDue({ type, config }, timeZone, now);
    const next = due && { nextAt: new Date(due.at), day: due.day, afterItem: null };
    if (!isActive || next === null) return { causes: [], next };
    const { cron } = recurring.config.parse(config);
    const times = timesToFire(cron, timeZone, dueAt, now);
    return { causes: times.map((time) => ({ cause: causeOf(time), itemId: null })), next };
  }

  /** The next items whose date arrives on a day. The next items come after the other schedules that are due. */
  private async fireDay(tx: Tx, schedule: ClaimedSchedule, dueDay: LocalDay): Promise<Firing> {
    const { organizationId, boardId, config, timeZone, now, afterItem } = schedule;
    const zone = TimeZone.named(timeZone);
    const earliest = addDays(localDayOf(zone, now), -LATE_DAYS);
    const day = dueDay < earliest ? earliest : dueDay;
    const { columnId, offsetDays = 0 } = dateArrived.config.parse(config);
    const board = await this.hierarchy.boardFacts({ ...tx, organizationId }, boardId);
    const column = board?.columnsById.get(columnId);
    const { ids, after }: DatedItems =
      column === undefined
        ? { ids: [], after: null }
        : await this.items.page(
            { ...tx, organizationId },
            { boardId, column },
            boundsOf(zone, addDays(day, offsetDays)),
            day === dueDay ? afterItem : null,
          );
    const causes = ids.map((itemId) => ({ cause: `due ${day} ${itemId}`, itemId }));
    if (after !== null) return { causes, next: { nextAt: new Date(now), day, afterItem: after } };
    const next = dueOn(config, timeZone, addDays(day, 1));
    return { causes, next: { nextAt: new Date(next.at), day: next.day, afterItem: null } };
  }
}

function causeOf(time: number): string {
  return `due ${new Date(time).toISOString()}`;
}

function executionOf(
  { organizationId, automationId, boardId, type }: ClaimedSchedule,
  { cause, itemId }: Firing['causes'][number],
) {
  return {
    organizationId,
    boardId,
    id: newId('execution'),
    automationId,
    cause,
    eventSequence: null,
    eventDay: null,
    status: 'queued' as const,
    triggeredBy: { type: type as ScheduledType, itemId, userId: null },
    payload: null,
    depth: 1,
    isManual: false,
    error: null,
  };
}
