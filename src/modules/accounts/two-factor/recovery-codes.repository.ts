import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';

// Replacing codes locks the factor, so that concurrent calls do not leave two sets.
const LOCK = statement('recovery-codes.lock', 'select from second_factors where user_id = $1 for update');
const REMOVE = statement('recovery-codes.remove', 'delete from recovery_codes where user_id = $1');
const KEEP = statement(
  'recovery-codes.keep',
  'insert into recovery_codes (user_id, digest) select $1, digest from unnest($2::bytea[]) digest',
);
const HAS = statement('recovery-codes.has', 'select from recovery_codes where user_id = $1 and digest = $2');
const USE = statement(
  'recovery-codes.use',
  'delete from recovery_codes where user_id = $1 and digest = $2 returning 1',
);
const COUNT = statement(
  'recovery-codes.count',
  'select count(*)::int as count from recovery_codes where user_id = $1',
);

/** Single-use codes that replace the authenticator. */
@Injectable()
export class RecoveryCodesRepository {
  constructor(private readonly database: Database) {}

  async replace(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    digests: readonly Buffer[],
  ): Promise<void> {
    await this.database.query(context, LOCK, [userId]);
    await this.database.query(context, REMOVE, [userId]);
    await this.database.query(context, KEEP, [userId, digests]);
  }

  async has(context: DatabaseContext, userId: UserId, digest: Buffer): Promise<boolean> {
    return (await this.database.query(context, HAS, [userId, digest])).length > 0;
  }

  /** False if it was used already. Of two concurrent uses, one succeeds. */
  async use(context: DatabaseContext, userId: UserId, digest: Buffer): Promise<boolean> {
    return (await this.database.query(context, USE, [userId, digest])).length > 0;
  }

  async count(context: DatabaseContext, userId: UserId): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(context, COUNT, [userId]);
    return row!.count;
  }
}
