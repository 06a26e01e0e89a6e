import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';

const REMOVE = statement(
  'round-trips.remove-expired',
  `delete from used_round_trips
   where digest = any (array(select digest from used_round_trips where expires_at <= $1 limit 1000)) returning 1`,
);

@Scheduled({ name: 'identity-providers.remove-used-round-trips', everyMinutes: 60 })
@Injectable()
export class UsedRoundTripsSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<void> {
    await inBatches(async () => {
      const removed = await this.database.query(NO_TRANSACTION, REMOVE, [clock.now()]);
      return removed.length;
    }, signal);
  }
}
