import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../database/database';
import { statement } from '../../database/statement';
import { inBatches } from '../../schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../schedule/scheduled.decorator';

/** Failed events are retained for 30 days, so that the cause can be investigated. */
const REMOVE = statement(
  'event-failures.remove-old',
  `delete from event_failures
   where (organization_id, subscriber, event_id) in (
     select organization_id, subscriber, event_id from event_failures
     where failed_at < now() - interval '30 days' order by failed_at limit 1000)
   returning 1`,
);

@Scheduled({ name: 'events.remove-failures', everyMinutes: 1440 })
@Injectable()
export class EventFailuresSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<number> {
    return inBatches(async () => (await this.database.query(NO_TRANSACTION, REMOVE, [])).length, signal);
  }
}
