import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type TokenId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { manageAccount } from '../../access/account.policy';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { RecordNotFound } from '../hierarchy';
import type { CreateTokenBody } from './create-token.body';
import { CreatorExpiryService } from './creator-expiry.service';
import { expiryAfter } from './token-lifetime';
import { NO_LIMITS } from './token-limits';
import { newTokenSecret, tokenDigest } from './token-secret';
import { tokenTopic } from './personal-token.verifier';
import { tokensEvents } from './tokens.events';
import { createToken, grantScopes } from './tokens.policy';
import { TokensRepository } from './tokens.repository';
import { authorize } from '../../access/policy';

/** Personal access tokens of the caller in the organization of the call. */
@Injectable()
export class TokensService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly tokens: TokensRepository,
    private readonly creatorExpiry: CreatorExpiryService,
    private readonly outbox: Outbox,
  ) {}

  list(context: CallContext, page: { cursor: TokenId | null; limit: number }) {
    authorize(manageAccount, context.principal);
    return this.tokens.list(context, context.principal.userId, page);
  }

  /** The token with its secret, which is returned only once. */
  create(context: CallContext, { name, scopes, expiresIn }: CreateTokenBody) {
    authorize(createToken, context.principal);
    authorize(grantScopes, context.principal, scopes);
    return this.transactions.run(context, async (tx) => {
      const createdAt = clock.now();
      const secret = newTokenSecret();
      const created = await this.tokens.insert(tx, {
        id: newId('token'),
        userId: context.principal.userId,
        name,
        scopes,
        secretDigest: tokenDigest(secret),
        expiresAt: await this.creatorExpiry.bound(tx, expiryAfter(createdAt, expiresIn)),
        createdAt,
        ...NO_LIMITS,
      });
      await this.outbox.append(tx, tokensEvents.created.create({ token: created }));
      const { id, expiresAt } = created;
      return { id, name, token: secret, scopes: created.scopes, expiresAt, createdAt: created.createdAt };
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
