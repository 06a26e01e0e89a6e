import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import { newId, type ScimTokenId } from '../../../kernel/ids';
import { CreatorExpiryService, expiryAfter } from '../../tokens';
import { authorize } from '../../../access/policy';
import { TenantDirectory } from '../../../access/ports';
import type { CallContext } from '../../../access/principal';
import { HttpConfig } from '../../../platform/config/http.config';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { RecordNotFound } from '../../hierarchy';
import { LockedMembersService } from '../../members';
import { requireDirectoryPlan } from '../directory-plan';
import { newScimTokenSecret, scimTokenDigest } from './scim-token-secret';
import { scimEvents } from '../scim.events';
import { ScimTokensRepository } from './scim-tokens.repository';
import type { ScimTokensCreateInput } from './scim-tokens.schemas';
import { createScimToken, createScimTokenWith } from '../scim.policy';

/** Enough to rotate every token, and few enough to review. */
const TOKENS_MAX = 20;

/** Manages the SCIM tokens of an organization's directories. */
@Injectable()
export class ScimTokensService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly lockedMembers: LockedMembersService,
    private readonly tokens: ScimTokensRepository,
    private readonly creatorExpiry: CreatorExpiryService,
    private readonly directory: TenantDirectory,
    private readonly http: HttpConfig,
    private readonly outbox: Outbox,
  ) {}

  list(context: CallContext, page: { cursor: ScimTokenId | null; limit: number }) {
    return this.tokens.list(context, page);
  }

  /** The record with the secret, which is returned only here. */
  async create(context: CallContext, { name, expiresIn }: ScimTokensCreateInput) {
    authorize(createScimTokenWith, context.principal);
    const tenant = await this.directory.byId(context.organizationId);
    if (tenant === null) throw new RecordNotFound('organization');
    requireDirectoryPlan(tenant.plan);
    return this.transactions.run(context, async (tx) => {
      const { actor } = await this.lockedMembers.lock(tx);
      authorize(createScimToken, actor);
      const createdAt = clock.now();
      if ((await this.tokens.count(tx, createdAt)) >= TOKENS_MAX)
        throw new AppError(
          'CONFLICT',
          `An organization can have at most ${TOKENS_MAX} SCIM tokens; revoke one first`,
        );
      const secret = newScimTokenSecret();
      const { credential, userId } = tx.principal;
      const created = await this.tokens.insert(tx, {
        id: newId('scimToken'),
        name,
        secretDigest: scimTokenDigest(secret),
        createdBy: userId,
        createdWith: credential.kind === 'token' ? credential.id : null,
        expiresAt: await this.creatorExpiry.bound(tx, expiryAfter(createdAt, expiresIn)),
        createdAt,
      });
      await this.outbox.append(tx, scimEvents.tokenCreated.create({ token: created }));
      return { ...created, token: secret, endpoint: `${this.http.baseUrlOf(tenant.slug)}/api/scim/v2` };
    });
  }

  revoke(context: CallContext, id: ScimTokenId): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const revoked = await this.tokens.delete(tx, id);
      if (revoked === null) throw new RecordNotFound('SCIM token');
      await this.outbox.append(tx, scimEvents.tokenRevoked.create({ token: revoked }));
    });
  }
}
