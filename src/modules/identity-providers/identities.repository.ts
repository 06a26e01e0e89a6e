import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import type { ProviderName } from './provider';
import type { VerifiedIdentity } from './verified-identity';

type IdentityKey = Pick<VerifiedIdentity, 'provider' | 'issuer' | 'subject'>;

/** Whose identity it is, and whether they have taken it off their account. */
export interface KnownIdentity {
  userId: UserId;
  isDisconnected: boolean;
}

/** A provider that a person has signed in by, with one of its accounts or several. */
export interface ConnectedProvider {
  provider: ProviderName;
  createdAt: string;
  lastUsedAt: string;
  /** Since when it lets no one in; null while it does. */
  disconnectedAt: string | null;
}

const FIND = statement(
  'identities.find',
  `select user_id as "userId", disconnected_at is not null as "isDisconnected"
   from identities where provider = $1 and issuer = $2 and subject = $3`,
);

const INSERT = statement(
  'identities.insert',
  `insert into identities (provider, issuer, subject, user_id, created_at, last_used_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (provider, issuer, subject) do update set last_used_at = excluded.last_used_at
   where identities.user_id = excluded.user_id and identities.disconnected_at is null
   returning user_id`,
);

const LIST = statement(
  'identities.list',
  `select provider, min(created_at) as "createdAt", max(last_used_at) as "lastUsedAt",
     max(disconnected_at) as "disconnectedAt"
   from identities where user_id = $1 group by provider order by provider`,
);

const IS_DISCONNECTED = statement(
  'identities.is-disconnected',
  'select from identities where user_id = $1 and provider = $2 and disconnected_at is not null',
);

const DISCONNECT = statement(
  'identities.disconnect',
  'update identities set disconnected_at = $3 where user_id = $1 and provider = $2',
);

const RECONNECT = statement(
  'identities.reconnect',
  `update identities set disconnected_at = null
   where user_id = $1 and provider = $2 and disconnected_at is not null returning 1`,
);

const FORGET = statement('identities.forget', 'delete from identities where user_id = $1');

/** Which accounts the people of sign-in providers have. Accounts belong to no organization. */
@Injectable()
export class IdentitiesRepository {
  constructor(private readonly database: Database) {}

  async find(context: DatabaseContext, key: IdentityKey): Promise<KnownIdentity | null> {
    const [row] = await this.database.query<KnownIdentity>(context, FIND, keyOf(key));
    return row ?? null;
  }

  /** Those that the person has ever signed in by, each once. */
  listOf(context: DatabaseContext, userId: UserId): Promise<ConnectedProvider[]> {
    return this.database.query<ConnectedProvider>(context, LIST, [userId]);
  }

  async isDisconnected(context: DatabaseContext, userId: UserId, provider: ProviderName): Promise<boolean> {
    return (await this.database.query(context, IS_DISCONNECTED, [userId, provider])).length > 0;
  }

  /** Remembered, not forgotten: the provider's word about an address would otherwise join it again. */
  async disconnect(
    context: DatabaseContext,
    userId: UserId,
    provider: ProviderName,
    at: Date,
  ): Promise<void> {
    await this.database.query(context, DISCONNECT, [userId, provider, at]);
  }

  /** False when it was not disconnected. */
  async reconnect(context: DatabaseContext, userId: UserId, provider: ProviderName): Promise<boolean> {
    return (await this.database.query(context, RECONNECT, [userId, provider])).length > 0;
  }

  /** Keeps that the identity is this person's and was used now; false when it lets another user in by now, or no one. */
  async keep(context: DatabaseContext, key: IdentityKey, userId: UserId): Promise<boolean> {
    const values = [...keyOf(key), userId, clock.now()];
    return (await this.database.query(context, INSERT, values)).length > 0;
  }

  async forget(context: DatabaseContext, userId: UserId): Promise<void> {
    await this.database.query(context, FORGET, [userId]);
  }
}

function keyOf({ provider, issuer, subject }: IdentityKey): string[] {
  return [provider, issuer, subject];
}
