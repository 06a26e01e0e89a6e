import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';

const REMOVE = statement(
  'password-resets.remove-expired',
  `delete from password_resets
   where token_digest = any (array(select token_digest from password_resets where expires_at <= $1 limit 1000))
   returning 1`,
);

@Scheduled({ name: 'accounts.remove-expired-password-resets', everyMinutes: 60 })
@Injectable()
export class ExpiredPasswordResetsSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<void> {
    await inBatches(async () => {
      const removed = await this.database.query(NO_TRANSACTION, REMOVE, [clock.now()]);
      return removed.length;
    }, signal);
  }
}
