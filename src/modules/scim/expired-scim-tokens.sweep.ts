import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';

/** Until then an administrator can still see in the list what stopped working, and when. */
const KEPT_AFTER_EXPIRY_MS = 30 * 24 * 3_600_000;

const REMOVE = statement(
  'scim.remove-expired-tokens',
  `delete from scim_tokens
   where (organization_id, id) in (select organization_id, id from scim_tokens where expires_at <= $1 limit 1000)
   returning 1`,
);

@Scheduled({ name: 'scim.remove-expired-tokens', everyMinutes: 1440 })
@Injectable()
export class ExpiredScimTokensSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<void> {
    const expiredBefore = new Date(clock.nowMs() - KEPT_AFTER_EXPIRY_MS);
    await inBatches(async () => {
      const removed = await this.database.query(NO_TRANSACTION, REMOVE, [expiredBefore]);
      return removed.length;
    }, signal);
  }
}
