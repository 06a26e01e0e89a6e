import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';

// A session that ended by idling stays until its last day: it is no longer good for anything, and only the end has
// an index.
const REMOVE = statement(
  'sessions.remove-expired',
  `delete from sessions where id = any (array(select id from sessions where expires_at <= $1 limit 1000)) returning 1`,
);

@Scheduled({ name: 'accounts.remove-expired-sessions', everyMinutes: 60 })
@Injectable()
export class ExpiredSessionsSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<void> {
    await inBatches(async () => {
      const removed = await this.database.query(NO_TRANSACTION, REMOVE, [clock.now()]);
      return removed.length;
    }, signal);
  }
}
