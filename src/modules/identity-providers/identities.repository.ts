import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import type { VouchedIdentity } from './vouched-identity';

type IdentityKey = Pick<VouchedIdentity, 'provider' | 'issuer' | 'subject'>;

const FIND = statement(
  'identities.find',
  `select user_id as "userId" from identities where provider = $1 and issuer = $2 and subject = $3`,
);

const INSERT = statement(
  'identities.insert',
  `insert into identities (provider, issuer, subject, user_id, created_at, last_used_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (provider, issuer, subject) do update set last_used_at = excluded.last_used_at
   where identities.user_id = excluded.user_id
   returning user_id`,
);

/** Which accounts the people of sign-in providers have. Accounts belong to no organization. */
@Injectable()
export class IdentitiesRepository {
  constructor(private readonly database: Database) {}

  async userOf(context: DatabaseContext, key: IdentityKey): Promise<UserId | null> {
    const [row] = await this.database.query<{ userId: UserId }>(context, FIND, keyOf(key));
    return row?.userId ?? null;
  }

  /** Keeps that the identity is this person's and was used now; false when it is somebody else's by now. */
  async keep(context: DatabaseContext, key: IdentityKey, userId: UserId): Promise<boolean> {
    const values = [...keyOf(key), userId, clock.now()];
    return (await this.database.query(context, INSERT, values)).length > 0;
  }
}

function keyOf({ provider, issuer, subject }: IdentityKey): string[] {
  return [provider, issuer, subject];
}
