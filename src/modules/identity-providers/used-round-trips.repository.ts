import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';

const ADD = statement(
  'round-trips.use',
  `insert into used_round_trips (digest, expires_at) values ($1, $2) on conflict (digest) do nothing returning 1`,
);

/** Sign-ins that came back, until they are too old to come back anyway. Whoever signs in is nobody's member yet. */
@Injectable()
export class UsedRoundTripsRepository {
  constructor(private readonly database: Database) {}

  /** False when it was used before; of two at once one gets true. */
  async add(context: DatabaseContext, digest: Buffer, expiresAt: Date): Promise<boolean> {
    return (await this.database.query(context, ADD, [digest, expiresAt])).length > 0;
  }
}
