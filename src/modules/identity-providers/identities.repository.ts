import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import { IdentityEntity } from './identity.entity';
import type { ProviderName } from './provider';
import type { VerifiedIdentity } from './verified-identity';

type IdentityKey = Pick<VerifiedIdentity, 'provider' | 'issuer' | 'subject'>;

/** The user of an identity, and whether the user has disconnected the provider. */
export interface KnownIdentity {
  userId: UserId;
  isDisconnected: boolean;
}

/** A provider with which the user has signed in, with one or several of its accounts. */
export interface ConnectedProvider {
  provider: ProviderName;
  createdAt: string;
  lastUsedAt: string;
  /** When the provider was disconnected; null while it can be used to sign in. */
  disconnectedAt: string | null;
}

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

/** The accounts at sign-in providers of users. They belong to no organization. */
@Injectable()
export class IdentitiesRepository {
  constructor(private readonly database: Database) {}

  async find(
    context: DatabaseContext,
    { provider, issuer, subject }: IdentityKey,
  ): Promise<KnownIdentity | null> {
    const identity = await this.database
      .repository(context, IdentityEntity)
      .findOneBy({ provider, issuer, subject });
    return identity && { userId: identity.userId, isDisconnected: identity.disconnectedAt !== null };
  }

  /** The providers with which the user has ever signed in, each once. */
  listOf(context: DatabaseContext, userId: UserId): Promise<ConnectedProvider[]> {
    return this.database.query<ConnectedProvider>(context, LIST, [userId]);
  }

  isDisconnected(context: DatabaseContext, userId: UserId, provider: ProviderName): Promise<boolean> {
    return this.database
      .repository(context, IdentityEntity)
      .existsBy({ userId, provider, disconnectedAt: Not(IsNull()) });
  }

  /**
   * Marks the rows instead of deleting them: the next sign-in with the verified address would otherwise reconnect the
   * provider.
   */
  async disconnect(
    context: DatabaseContext,
    userId: UserId,
    provider: ProviderName,
    at: Date,
  ): Promise<void> {
    await this.database
      .repository(context, IdentityEntity)
      .update({ userId, provider }, { disconnectedAt: at });
  }

  /** False if the provider was not disconnected. */
  async reconnect(context: DatabaseContext, userId: UserId, provider: ProviderName): Promise<boolean> {
    const { affected } = await this.database
      .repository(context, IdentityEntity)
      .update({ userId, provider, disconnectedAt: Not(IsNull()) }, { disconnectedAt: null });
    return affected !== 0;
  }

  /** Stores or updates the identity of this user; false if it belongs to another user or was disconnected. */
  async keep(
    context: DatabaseContext,
    { provider, issuer, subject }: IdentityKey,
    userId: UserId,
  ): Promise<boolean> {
    const values = [provider, issuer, subject, userId, clock.now()];
    return (await this.database.query(context, INSERT, values)).length > 0;
  }

  async forget(context: DatabaseContext, userId: UserId): Promise<void> {
    await this.database.repository(context, IdentityEntity).delete({ userId });
  }
}
