import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';

// One row per user: a newer token replaces the older one.
const KEEP = statement(
  'password-resets.keep',
  `insert into password_resets (user_id, token_digest, expires_at) values ($1, $2, $3)
   on conflict (user_id) do update set token_digest = excluded.token_digest, expires_at = excluded.expires_at`,
);

const FIND = statement(
  'password-resets.find',
  `select users.name, users.email from password_resets reset join users on users.id = reset.user_id
   where reset.token_digest = $1 and reset.expires_at > $2`,
);

const CONSUME = statement(
  'password-resets.consume',
  'delete from password_resets where token_digest = $1 and expires_at > $2 returning user_id as "userId"',
);

@Expires({ kind: 'password resets', removal: removalOf('password_resets') })
@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly database: Database) {}

  async keep(context: DatabaseContext, userId: UserId, digest: Buffer, expiresAt: Date): Promise<void> {
    await this.database.query(context, KEEP, [userId, digest, expiresAt]);
  }

  /** The user of the token; null if the token is not valid. */
  async owner(context: DatabaseContext, digest: Buffer): Promise<{ name: string; email: string } | null> {
    const values = [digest, clock.now()];
    const [row] = await this.database.query<{ name: string; email: string }>(context, FIND, values);
    return row ?? null;
  }

  /** Consumes the token and returns its user; null if it is not valid. Of two concurrent uses, one succeeds. */
  async consume(context: DatabaseContext, digest: Buffer): Promise<UserId | null> {
    const [row] = await this.database.query<{ userId: UserId }>(context, CONSUME, [digest, clock.now()]);
    return row?.userId ?? null;
  }
}
