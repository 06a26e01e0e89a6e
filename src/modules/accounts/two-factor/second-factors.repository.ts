import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { UserEntity } from '../user.entity';
import { SecondFactorEntity } from './second-factor.entity';

const BEGIN = statement(
  'second-factors.begin',
  `insert into second_factors (user_id, sealed_key, started_at) values ($1, $2, $3)
   on conflict (user_id) do update set sealed_key = excluded.sealed_key, started_at = excluded.started_at
     where second_factors.enabled_at is null
   returning 1`,
);

@Injectable()
export class SecondFactorsRepository {
  constructor(private readonly database: Database) {}

  find(context: DatabaseContext, userId: UserId): Promise<SecondFactorEntity | null> {
    return this.database.repository(context, SecondFactorEntity).findOneBy({ userId });
  }

  /** False if one is enabled already. */
  async begin(context: DatabaseContext, userId: UserId, sealedKey: string, at: Date): Promise<boolean> {
    return (await this.database.query(context, BEGIN, [userId, sealedKey, at])).length > 0;
  }

  /** False if this key, whose code was checked, is no longer the pending one. */
  async enable(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    { sealedKey, step, at }: { sealedKey: string; step: number; at: Date },
  ): Promise<boolean> {
    await this.mark(context, userId, true);
    const { affected } = await this.database
      .repository(context, SecondFactorEntity)
      .update({ userId, sealedKey, enabledAt: IsNull() }, { enabledAt: at, lastStep: step });
    return affected === 1;
  }

  /** False if a code of this or a later step was used. Of two concurrent uses, one succeeds. */
  async useStep(context: DatabaseContext, userId: UserId, step: number): Promise<boolean> {
    const { affected } = await this.database
      .repository(context, SecondFactorEntity)
      .update({ userId, enabledAt: Not(IsNull()), lastStep: LessThan(step) }, { lastStep: step });
    return affected === 1;
  }

  /** Also deletes the recovery codes. False if there is no second factor. */
  async remove(context: InTransaction<DatabaseContext>, userId: UserId): Promise<boolean> {
    await this.mark(context, userId, false);
    const { affected } = await this.database
      .repository(context, SecondFactorEntity)
      .delete({ userId, enabledAt: Not(IsNull()) });
    return affected === 1;
  }

  private async mark(
    context: InTransaction<DatabaseContext>,
    id: UserId,
    hasSecondFactor: boolean,
  ): Promise<void> {
    await this.database.repository(context, UserEntity).update({ id }, { hasSecondFactor });
  }
}
