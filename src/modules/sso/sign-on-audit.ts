import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { Json } from '../../kernel/json';
import { auditActor } from '../../access/audit-actor';
import { AuditTrail } from '../../access/audit-trail';
import type { IncomingRequest } from '../../access/incoming-request';
import type { PersonContext, SignInMethod } from '../../access/principal';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { TenantFinder } from '../../access/tenant-finder';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Log } from '../../platform/logging/log';
import { OpenIdProblem } from '../../platform/openid/open-id-problem';
import { SignOnRefused } from './sign-on-refused';

type MemberContext = InTransaction<PersonContext & { organizationId: OrganizationId }>;

/** What administrators read of sign-ons: each refusal with its reason, and what a sign-on made of somebody. */
@Injectable()
export class SignOnAudit {
  constructor(
    private readonly trail: AuditTrail,
    private readonly tenants: TenantFinder,
    private readonly log: Log,
  ) {}

  /** On its own: what was refused has been rolled back. Never changes what the caller gets. */
  async refused(
    request: IncomingRequest,
    method: SignInMethod,
    refusal: AppError,
    action: 'auth.signin' | 'auth.signout' = 'auth.signin',
  ): Promise<void> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') return;
    const { organizationId } = named.tenant;
    const context = { ...NO_TRANSACTION, requestId: request.id, organizationId };
    const details = detailsOf(refusal);
    try {
      await this.trail.record(context, auditActor(request, null), {
        action,
        outcome: 'failure',
        reason: refusal.reason ?? refusal.code.toLowerCase(),
        details: { method, ...details },
      });
    } catch (error) {
      this.log.error('a refused sign-on could not be recorded', { requestId: request.id, error });
    }
  }

  /** An identity provider has signed somebody out, in the transaction that ended their sessions. */
  async loggedOut(
    tx: InTransaction<DatabaseContext> & { organizationId: OrganizationId },
    request: IncomingRequest,
    { userIds, sessions }: { userIds: readonly UserId[]; sessions: number },
  ): Promise<void> {
    const details = { method: 'saml', by: 'identity_provider', sessions };
    const context = { ...tx, requestId: request.id };
    for (const target of userIds.length === 0 ? [null] : userIds) {
      const entry = { action: 'auth.signout', outcome: 'success', target, details } as const;
      await this.trail.record(context, auditActor(request, null), entry);
    }
  }

  /** In the transaction of the sign-on that did it. */
  async done(
    tx: MemberContext,
    request: IncomingRequest,
    {
      action,
      target,
      details,
    }: { action: string; target: UserId; details: { readonly [key: string]: Json } },
  ): Promise<void> {
    const entry = { action, outcome: 'success', target, details } as const;
    await this.trail.record(tx, auditActor(request, tx.person), entry);
  }
}

function detailsOf(refusal: AppError): { readonly [key: string]: Json } {
  if (refusal instanceof SignOnRefused) return refusal.details;
  return refusal instanceof OpenIdProblem && refusal.detail !== undefined ? { problem: refusal.detail } : {};
}
