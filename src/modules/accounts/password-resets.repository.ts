import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';

// One row per person: a newer token takes the place of the older one.
const KEEP = statement(
  'password-resets.keep',
  `insert into password_resets (user_id, token_digest, expires_at) values ($1, $2, $3)
   on conflict (user_id) do update set token_digest = excluded.token_digest, expires_at = excluded.expires_at`,
);

const FIND = statement(
  'password-resets.find',
  'select from password_resets where token_digest = $1 and expires_at > $2',
);

const CONSUME = statement(
  'password-resets.consume',
  'delete from password_resets where token_digest = $1 and expires_at > $2 returning user_id as "userId"',
);

@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly database: Database) {}

  async keep(context: DatabaseContext, userId: UserId, digest: Buffer, expiresAt: Date): Promise<void> {
    await this.database.query(context, KEEP, [userId, digest, expiresAt]);
  }

  async isValid(context: DatabaseContext, digest: Buffer): Promise<boolean> {
    return (await this.database.query(context, FIND, [digest, clock.now()])).length > 0;
  }

  /** Whose token it was; null when it is not valid. Of two that use it at once one gets it. */
  async consume(context: DatabaseContext, digest: Buffer): Promise<UserId | null> {
    const [row] = await this.database.query<{ userId: UserId }>(context, CONSUME, [digest, clock.now()]);
    return row?.userId ?? null;
  }
}
