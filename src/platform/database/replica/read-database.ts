import { Injectable } from '@nestjs/common';
import { Database } from '../database';
import type { Statement } from '../statement';
import { TenantConnectionLimiter } from '../tenant-connection-limiter';
import type { DatabaseContext } from '../transaction';
import { ReadReplica } from './read-replica';

/**
 * For searches, summaries, exports and logs: reads from the replica of DATABASE_READ_URL if there is one, and otherwise from the primary.
 * The result is the same (decision 0100). Reads in a transaction use its connection.
 */
@Injectable()
export class ReadDatabase {
  /** How many reads outside of transactions each server has returned. */
  readonly served = { replica: 0, primary: 0 };

  constructor(
    private readonly database: Database,
    private readonly replica: ReadReplica,
    private readonly shares: TenantConnectionLimiter,
  ) {}

  async query<Row>(context: DatabaseContext, statement: Statement, values: unknown[]): Promise<Row[]> {
    if (context.transaction !== null) return this.database.query<Row>(context, statement, values);
    if (this.replica.isUsable) {
      const rows = await this.shares.within(context, () => this.replica.read<Row>(statement, values));
      if (rows !== null) {
        this.served.replica += 1;
        return rows;
      }
    }
    this.served.primary += 1;
    return this.database.query<Row>(context, statement, values);
  }
}
