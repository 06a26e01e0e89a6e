import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';
import { PasswordResetEntity } from './password-reset.entity';

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

  /** One token per user: a newer one replaces the older one. */
  async keep(context: DatabaseContext, userId: UserId, tokenDigest: Buffer, expiresAt: Date): Promise<void> {
    await this.database
      .repository(context, PasswordResetEntity)
      .upsert({ userId, tokenDigest, expiresAt }, ['userId']);
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
