import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { RecoveryCodeEntity } from './recovery-code.entity';

// Replacing codes locks the factor, so that concurrent calls do not leave two sets.
const LOCK = statement('recovery-codes.lock', 'select from second_factors where user_id = $1 for update');
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
    const codes = digests.map((digest) => ({ userId, digest }));
    await this.database.repository(context, RecoveryCodeEntity).delete({ userId });
    await this.database.repository(context, RecoveryCodeEntity).insert(codes);
  }

  has(context: DatabaseContext, userId: UserId, digest: Buffer): Promise<boolean> {
    return this.database.repository(context, RecoveryCodeEntity).existsBy({ userId, digest });
  }

  /** False if it was used already. Of two concurrent uses, one succeeds. */
  async use(context: DatabaseContext, userId: UserId, digest: Buffer): Promise<boolean> {
    const { affected } = await this.database
      .repository(context, RecoveryCodeEntity)
      .delete({ userId, digest });
    return affected === 1;
  }

  count(context: DatabaseContext, userId: UserId): Promise<number> {
    return this.database.repository(context, RecoveryCodeEntity).countBy({ userId });
  }
}
