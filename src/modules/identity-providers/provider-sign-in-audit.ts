import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { UserId } from '../../kernel/ids';
import { auditActor } from '../../access/audit-actor';
import { type AuditEntry, AuditTrail } from '../../access/audit-trail';
import type { IncomingRequest } from '../../access/incoming-request';
import { StandingReader } from '../../access/ports';
import { TenantFinder } from '../../access/tenant-finder';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { VouchedIdentity } from './vouched-identity';

/** The step before a code is given is no failure. */
const NOT_TOLD: ReadonlySet<string> = new Set(['second_factor_needed']);

/** Tells the audit log of sign-ins by a provider that were refused; those that succeed tell it themselves. */
@Injectable()
export class ProviderSignInAudit {
  constructor(
    private readonly trail: AuditTrail,
    private readonly tenants: TenantFinder,
    private readonly standings: StandingReader,
  ) {}

  async refused(
    request: IncomingRequest,
    { provider, email }: Pick<VouchedIdentity, 'provider' | 'email'>,
    refusal: unknown,
    userId: UserId | null,
  ): Promise<void> {
    if (!(refusal instanceof AppError) || NOT_TOLD.has(refusal.reason ?? '')) return;
    const context = { ...NO_TRANSACTION, requestId: request.id };
    const nobody = auditActor(request, null);
    const entry: AuditEntry = {
      action: 'auth.signin',
      outcome: 'failure',
      reason: refusal.reason ?? refusal.code.toLowerCase(),
      target: userId,
      details: { method: 'provider', provider },
    };
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') {
      if (userId === null) return;
      return this.trail.recordEverywhere(context, { ...nobody, userId }, entry);
    }
    const { organizationId } = named.tenant;
    const here = { ...context, organizationId };
    const isMember = userId !== null && (await this.standings.standing(organizationId, userId)) !== null;
    // Whether a stranger has an account elsewhere is no business of this organization.
    return isMember
      ? this.trail.record(here, { ...nobody, userId }, entry)
      : this.trail.record(here, nobody, { ...entry, target: null, details: { ...entry.details, email } });
  }
}
