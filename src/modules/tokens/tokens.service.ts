import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type TokenId, type UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { manageAccount } from '../../access/account.policy';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { RecordNotFound } from '../hierarchy';
import { CreatorExpiryService } from './creator-expiry.service';
import { requestedLimits, TokenLimitsService } from './limits/token-limits.service';
import { assertLifetime, expiryAfter } from './token-lifetime';
import { newTokenSecret, tokenDigest } from './token-secret';
import { tokenTopic } from './personal-token.verifier';
import { tokensEvents } from './tokens.events';
import { createToken, grantScopes } from './tokens.policy';
import { presentCreated } from './tokens.presenter';
import { TokensRepository } from './tokens.repository';
import type { CreatedToken, TokensCreateInput } from './tokens.schemas';
import { authorize } from '../../access/policy';

/** Personal access tokens of users, by default of the caller, in the organization of the call. */
@Injectable()
export class TokensService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly tokens: TokensRepository,
    private readonly creatorExpiry: CreatorExpiryService,
    private readonly limits: TokenLimitsService,
    private readonly outbox: Outbox,
  ) {}

  list(context: CallContext, page: { cursor: TokenId | null; limit: number }) {
    authorize(manageAccount, context.principal);
    return this.tokens.list(context, context.principal.userId, page);
  }

  /** The token with its secret, which is returned only once. */
  create(context: CallContext, input: TokensCreateInput): Promise<CreatedToken> {
    return this.createFor(context, context.principal.userId, input);
  }

  /** As `create`, for another member, whose role the caller is allowed to use. What the caller's credential has is the limit. */
  async createFor(context: CallContext, userId: UserId, input: TokensCreateInput): Promise<CreatedToken> {
    const { name, scopes, expiresIn } = input;
    authorize(createToken, context.principal);
    authorize(grantScopes, context.principal, scopes);
    const requested = requestedLimits(input);
    await this.limits.assertVisible(context, requested);
    return this.transactions.run(context, async (tx) => {
      const createdAt = clock.now();
      const secret = newTokenSecret();
      const expiresAt = await this.creatorExpiry.bound(tx, expiryAfter(createdAt, expiresIn));
      assertLifetime(createdAt, expiresAt, await this.tokens.maxLifetimeDays(tx));
      const created = await this.tokens.insert(tx, {
        id: newId('token'),
        userId,
        name,
        scopes,
        secretDigest: tokenDigest(secret),
        expiresAt,
        createdAt,
        ...(await this.limits.bound(tx, requested)),
      });
      await this.outbox.append(tx, tokensEvents.created.create({ token: created }));
      return presentCreated(created, secret);
    });
  }

  /** The token is rejected from the next call on, on every replica. */
  async revoke(context: CallContext, id: TokenId): Promise<void> {
    authorize(manageAccount, context.principal);
    return this.transactions.run(context, async (tx) => {
      const revoked = await this.tokens.delete(tx, id, context.principal.userId);
      if (revoked === null) throw new RecordNotFound('token');
      tx.transaction.invalidate(tokenTopic(id));
      await this.outbox.append(tx, tokensEvents.revoked.create({ token: revoked.token }));
    });
  }
}
