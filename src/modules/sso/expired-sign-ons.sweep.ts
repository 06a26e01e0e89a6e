import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';

const REMOVALS = ['sso_requests', 'sso_logouts', 'sso_used_messages'].map((table) =>
  statement(
    `sso.remove-expired ${table}`,
    `delete from ${table} where ctid = any (array(select ctid from ${table} where expires_at <= $1 limit 1000))
     returning 1`,
  ),
);

/** Forgets sign-ins and sign-outs that nobody came back from, and messages that are too old to be sent again. */
@Scheduled({ name: 'sso.remove-expired', everyMinutes: 60 })
@Injectable()
export class ExpiredSignOnsSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const removal of REMOVALS) {
      await inBatches(async () => {
        const removed = await this.database.query(NO_TRANSACTION, removal, [clock.now()]);
        return removed.length;
      }, signal);
    }
  }
}
