import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type TokenId } from '../../kernel/ids';
import { NotAuthenticated } from '../../access/access-errors';
import type { CallContext } from '../../access/principal';
import { refuseApplication } from '../../access/refuse-application';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { RecordNotFound } from '../hierarchy';
import type { CreateTokenBody } from './create-token.body';
import { lifetimeMs } from './token-lifetime';
import { newTokenSecret, tokenDigest } from './token-secret';
import { tokenTopic } from './token-verifier';
import { ApplicationsMakeNoTokens, LifetimeExceeded, ScopesExceeded } from './tokens.errors';
import { tokensEvents } from './tokens.events';
import { tokensPolicy } from './tokens.policy';
import { TokensRepository } from './tokens.repository';

/** Personal access tokens of the caller in the organization of the call. */
@Injectable()
export class TokensService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly tokens: TokensRepository,
    private readonly outbox: Outbox,
  ) {}

  list(context: CallContext, page: { cursor: TokenId | null; limit: number }) {
    refuseApplication(context.principal);
    return this.tokens.list(context, context.principal.userId, page);
  }

  /** The record with the secret, which is answered here and never again. */
  create(context: CallContext, { name, scopes, expiresIn }: CreateTokenBody) {
    if (!tokensPolicy.mayCreate(context.principal)) throw new ApplicationsMakeNoTokens();
    if (!tokensPolicy.mayGrant(context.principal, scopes)) throw new ScopesExceeded();
    return this.transactions.run(context, async (tx) => {
      const createdAt = clock.now();
      const secret = newTokenSecret();
      const created = await this.tokens.insert(tx, {
        id: newId('token'),
        userId: context.principal.userId,
        name,
        scopes,
        secretDigest: tokenDigest(secret),
        expiresAt: await this.expiry(tx, createdAt, expiresIn ?? null),
        createdAt,
      });
      await this.outbox.append(tx, tokensEvents.created(created));
      const { id, expiresAt } = created;
      return { id, name, token: secret, scopes: created.scopes, expiresAt, createdAt: created.createdAt };
    });
  }

  /** The token is refused from the next call on, on every replica. */
  async revoke(context: CallContext, id: TokenId): Promise<void> {
    refuseApplication(context.principal);
    return this.transactions.run(context, async (tx) => {
      const revoked = await this.tokens.delete(tx, context.principal.userId, id);
      if (revoked === null) throw new RecordNotFound('token');
      tx.transaction.touch(tokenTopic(id));
      await this.outbox.append(tx, tokensEvents.revoked(revoked));
    });
  }

  /** When a new token ends; null for never. One made by a token, without a word of it, ends with that. */
  private async expiry(
    tx: InTransaction<CallContext>,
    now: Date,
    expiresIn: string | null,
  ): Promise<Date | null> {
    const wanted = expiresIn === null ? null : new Date(now.getTime() + lifetimeMs(expiresIn)!);
    const { credential } = tx.principal;
    if (credential.kind !== 'token') return wanted;
    const creator = await this.tokens.expiry(tx, credential.id);
    if (creator === null) throw new NotAuthenticated();
    const expiresAt = wanted ?? creator.expiresAt;
    if (!tokensPolicy.mayLiveUntil(creator.expiresAt, expiresAt)) throw new LifetimeExceeded();
    return expiresAt;
  }
}
