import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';

export interface SecondFactorRow {
  sealedKey: string;
  startedAt: string;
  /** Null while the factor is pending. */
  enabledAt: string | null;
  lastStep: number;
}

const FIND = statement(
  'second-factors.find',
  `select sealed_key as "sealedKey", started_at as "startedAt", enabled_at as "enabledAt", last_step::float8 as "lastStep"
   from second_factors where user_id = $1`,
);

const BEGIN = statement(
  'second-factors.begin',
  `insert into second_factors (user_id, sealed_key, started_at) values ($1, $2, $3)
   on conflict (user_id) do update set sealed_key = excluded.sealed_key, started_at = excluded.started_at
     where second_factors.enabled_at is null
   returning 1`,
);

// Only the key whose code was checked, not one that replaced it in the meantime.
const ENABLE = statement(
  'second-factors.enable',
  `update second_factors set enabled_at = $3, last_step = $4
   where user_id = $1 and sealed_key = $2 and enabled_at is null returning 1`,
);

const USE_STEP = statement(
  'second-factors.use-step',
  `update second_factors set last_step = $2
   where user_id = $1 and enabled_at is not null and last_step < $2 returning 1`,
);

const REMOVE = statement(
  'second-factors.remove',
  'delete from second_factors where user_id = $1 and enabled_at is not null returning 1',
);

const MARK = statement('second-factors.mark-user', 'update users set has_second_factor = $2 where id = $1');

@Injectable()
export class SecondFactorsRepository {
  constructor(private readonly database: Database) {}

  async find(context: DatabaseContext, userId: UserId): Promise<SecondFactorRow | null> {
    const [row] = await this.database.query<SecondFactorRow>(context, FIND, [userId]);
    return row ?? null;
  }

  /** False if one is enabled already. */
  async begin(context: DatabaseContext, userId: UserId, sealedKey: string, at: Date): Promise<boolean> {
    return (await this.database.query(context, BEGIN, [userId, sealedKey, at])).length > 0;
  }

  /** False if this key is no longer the pending one. */
  async enable(
    context: InTransaction<DatabaseContext>,
    userId: UserId,
    { sealedKey, step, at }: { sealedKey: string; step: number; at: Date },
  ): Promise<boolean> {
    await this.database.query(context, MARK, [userId, true]);
    return (await this.database.query(context, ENABLE, [userId, sealedKey, at, step])).length > 0;
  }

  /** False if a code of this or a later step was used. Of two concurrent uses, one succeeds. */
  async useStep(context: DatabaseContext, userId: UserId, step: number): Promise<boolean> {
    return (await this.database.query(context, USE_STEP, [userId, step])).length > 0;
  }

  /** Also deletes the recovery codes. False if there is no second factor. */
  async remove(context: InTransaction<DatabaseContext>, userId: UserId): Promise<boolean> {
    await this.database.query(context, MARK, [userId, false]);
    return (await this.database.query(context, REMOVE, [userId])).length > 0;
  }
}
