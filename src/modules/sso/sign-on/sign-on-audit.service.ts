import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { Json } from '../../../kernel/json';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { UserContext, SignInMethod } from '../../../access/principal';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { TenantFinder } from '../../../access/tenant-finder';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Log } from '../../../platform/logging/log';
import { OpenIdProblem } from '../../../platform/openid/open-id-problem';
import { SignOnRejected } from './sign-on-rejected';

type MemberContext = InTransaction<UserContext & { organizationId: OrganizationId }>;

/** Audit entries of sign-ins: each rejection with its reason, and each change to the member. */
@Injectable()
export class SignOnAuditService {
  constructor(
    private readonly trail: AuditTrail,
    private readonly tenants: TenantFinder,
    private readonly log: Log,
  ) {}

  /** In its own transaction, since the rejected sign-in was rolled back. Never changes the response. */
  async rejected(
    request: IncomingRequest,
    method: SignInMethod,
    rejection: AppError,
    action: 'auth.signin' | 'auth.signout' = 'auth.signin',
  ): Promise<void> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') return;
    const { organizationId } = named.tenant;
    const context = { ...NO_TRANSACTION, requestId: request.id, organizationId };
    const details = detailsOf(rejection);
    try {
      await this.trail.record(context, auditActor(request, null), {
        action,
        outcome: 'failure',
        reason: rejection.reason ?? rejection.code.toLowerCase(),
        details: { method, ...details },
      });
    } catch (error) {
      this.log.error('a rejected sign-on could not be recorded', { requestId: request.id, error });
    }
  }

  /** An identity provider has signed a user out; in the transaction that ended the sessions. */
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

  /** In the transaction of the sign-in. */
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

function detailsOf(rejection: AppError): { readonly [key: string]: Json } {
  if (rejection instanceof SignOnRejected) return rejection.details;
  if (!(rejection instanceof OpenIdProblem)) return {};
  const { detail, providerError } = rejection;
  return { ...(detail === undefined ? {} : { problem: detail }), ...providerError };
}
