import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import { inBatches } from '../schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../schedule/scheduled.decorator';

/**
 * Dead events are retained for 30 days, so that the cause can be investigated. An event that has waited as long waits
 * for a subscriber that this release does not have.
 */
const REMOVE = statement(
  'outbox.remove-stale',
  `delete from outbox_backlog_events
   where (subscriber, organization_id, sequence) in (
     select subscriber, organization_id, sequence from outbox_backlog_events
     where occurred_at < now() - interval '30 days' limit 1000)
   returning 1`,
);

const CLOSE_EMPTY = statement(
  'outbox.close-empty-backlogs',
  `delete from outbox_backlogs backlog
   where not exists (
     select from outbox_backlog_events event
     where event.subscriber = backlog.subscriber and event.organization_id = backlog.organization_id
       and event.dead_at is null)`,
);

@Scheduled({ name: 'outbox.remove-stale', everyMinutes: 1440 })
@Injectable()
export class StaleEventsSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<void> {
    await inBatches(async () => {
      const removed = await this.database.query(NO_TRANSACTION, REMOVE, []);
      return removed.length;
    }, signal);
    await this.database.query(NO_TRANSACTION, CLOSE_EMPTY, []);
  }
}
