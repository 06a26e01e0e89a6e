import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { UserId } from '../../kernel/ids';
import { auditActor } from '../../access/audit/audit-actor';
import { type AuditEntry, AuditTrail } from '../../access/audit/audit-trail';
import type { IncomingRequest } from '../../access/incoming-request';
import { MembershipReader } from '../../access/ports';
import { TenantFinder } from '../../access/tenant-finder';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { VerifiedIdentity } from './verified-identity';

/** Not failures: the user is asked for the code next. */
const NOT_AUDITED: ReadonlySet<string> = new Set(['second_factor_needed']);

/**
 * Records rejected sign-ins with a provider in the audit log. Successful sign-ins are recorded where the session is
 * created.
 */
@Injectable()
export class ProviderSignInAuditService {
  constructor(
    private readonly trail: AuditTrail,
    private readonly tenants: TenantFinder,
    private readonly memberships: MembershipReader,
  ) {}

  async rejected(
    request: IncomingRequest,
    { provider, email }: Pick<VerifiedIdentity, 'provider' | 'email'>,
    rejection: unknown,
    userId: UserId | null,
  ): Promise<void> {
    if (!(rejection instanceof AppError) || NOT_AUDITED.has(rejection.reason ?? '')) return;
    const context = { ...NO_TRANSACTION, requestId: request.id };
    const anonymous = auditActor(request, null);
    const entry: AuditEntry = {
      action: 'auth.signin',
      outcome: 'failure',
      reason: rejection.reason ?? rejection.code.toLowerCase(),
      target: userId,
      details: { method: 'provider', provider },
    };
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') {
      if (userId === null) return;
      return this.trail.recordEverywhere(context, { ...anonymous, userId }, entry);
    }
    const { organizationId } = named.tenant;
    const here = { ...context, organizationId };
    const isMember = userId !== null && (await this.memberships.membership(organizationId, userId)) !== null;
    // An organization must not learn whether a user who is not its member has an account.
    return isMember
      ? this.trail.record(here, { ...anonymous, userId }, entry)
      : this.trail.record(here, anonymous, { ...entry, target: null, details: { ...entry.details, email } });
  }
}
