import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../../access/audit/audit-trail';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TokenFamiliesRepository, type Family } from './token-families.repository';
import { grantTopic } from '../topics';

/** Revokes all tokens of one consent. */
@Injectable()
export class RevokeTokenFamilyService {
  constructor(
    private readonly families: TokenFamiliesRepository,
    private readonly trail: AuditTrail,
  ) {}

  async revoked(tx: InTransaction<DatabaseContext>, family: Family): Promise<void> {
    await this.families.end(tx, family);
    tx.transaction.invalidate(grantTopic(family.grantId));
  }

  /** A code or refresh token was used twice, so it may be stolen: all tokens of its family are revoked. */
  async reused(
    tx: InTransaction<DatabaseContext>,
    request: IncomingRequest,
    family: Family,
    what: 'code' | 'refresh_token',
  ): Promise<void> {
    await this.revoked(tx, family);
    const context = { ...tx, requestId: request.id, organizationId: family.organizationId };
    // The entry has no user: whether the caller is the application or an attacker is unknown.
    const actor = { userId: null, ip: request.ip, userAgent: request.header('user-agent') ?? null };
    await this.trail.record(context, actor, {
      action: 'oauth.token',
      outcome: 'failure',
      reason: `${what}_reused`,
      target: family.applicationId,
      details: { userId: family.userId, grantId: family.grantId },
    });
  }
}
