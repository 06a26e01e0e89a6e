import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { auditActor } from '../../../access/audit/audit-actor';
import { type AuditEntry, AuditTrail } from '../../../access/audit/audit-trail';
import type { IncomingRequest } from '../../../access/incoming-request';
import { MembershipReader } from '../../../access/ports';
import type { AuthenticatedUser, SignInMethod } from '../../../access/principal';
import { TenantFinder } from '../../../access/tenant-finder';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Log } from '../../../platform/logging/log';

type Action = 'auth.signin' | 'auth.signout' | 'auth.register';
type LinkAction = 'auth.resetPassword' | 'auth.confirmEmailChange' | 'auth.restoreEmail';

/** The user of a sign-in attempt: an address with or without an account. */
export interface Attempt {
  userId: UserId | null;
  email: string;
}

/**
 * Audit entries of sign-in routes, which concern users and not one organization: one entry in the
 * organization of the host, or on the apex in each organization with an active membership.
 */
@Injectable()
export class SignInAuditService {
  constructor(
    private readonly trail: AuditTrail,
    private readonly tenants: TenantFinder,
    private readonly memberships: MembershipReader,
    private readonly log: Log,
  ) {}

  /** In the transaction of the action; with an organization, only in that one. */
  async done(
    { transaction }: InTransaction<DatabaseContext>,
    request: IncomingRequest,
    person: AuthenticatedUser,
    action: Action,
    organizationId: OrganizationId | undefined,
  ): Promise<void> {
    const { credential, userId } = person;
    const method = credential.kind === 'session' ? credential.method : null;
    const details: AuditEntry['details'] = {
      ...(method === null ? {} : { method }),
      ...(isOwnMeans(method) && action === 'auth.signin' && (await this.isShut(request))
        ? { breakGlass: true }
        : {}),
    };
    const entry: AuditEntry = { action, outcome: 'success', target: userId, details };
    const context = { transaction, requestId: request.id };
    const actor = auditActor(request, person);
    if (organizationId === undefined) await this.trail.recordEverywhere(context, actor, entry);
    else await this.trail.record({ ...context, organizationId }, actor, entry);
  }

  /** An action with a mailed link: no one is necessarily signed in, and the host does not matter. */
  async byLink(
    { transaction }: InTransaction<DatabaseContext>,
    request: IncomingRequest,
    userId: UserId,
    action: LinkAction,
  ): Promise<void> {
    const actor = { ...auditActor(request, null), userId };
    await this.trail.recordEverywhere({ transaction, requestId: request.id }, actor, {
      action,
      outcome: 'success',
      target: userId,
    });
  }

  /**
   * A rejected sign-in. On the apex the response does not wait for the entry: otherwise the time would reveal
   * whether an address has an account.
   */
  async rejected(request: IncomingRequest, attempt: Attempt, rejection: unknown): Promise<void> {
    if (!(rejection instanceof AppError) || NOT_AUDITED.has(rejection.reason ?? '')) return;
    const recording = this.recordRejection(request, attempt, rejection).catch((error: unknown) =>
      this.log.error('a rejected sign-in could not be recorded', { requestId: request.id, error }),
    );
    if ((await this.tenants.named(request)).kind === 'tenant') await recording;
  }

  /** The organization of the host, if the user is an active member there. Never call this in a transaction. */
  async memberHere(request: IncomingRequest, userId: UserId): Promise<OrganizationId | undefined> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') return undefined;
    const { organizationId } = named.tenant;
    return (await this.memberships.membership(organizationId, userId)) === null ? undefined : organizationId;
  }

  /** Whether only the owner can sign in here without the organization's single sign-on. */
  private async isShut(request: IncomingRequest): Promise<boolean> {
    const named = await this.tenants.named(request);
    return named.kind === 'tenant' && named.tenant.requiresSignOn;
  }

  private async recordRejection(
    request: IncomingRequest,
    { userId, email }: Attempt,
    rejection: AppError,
  ): Promise<void> {
    const context = { ...NO_TRANSACTION, requestId: request.id };
    const anonymous = auditActor(request, null);
    const entry: AuditEntry = {
      action: 'auth.signin',
      outcome: 'failure',
      reason:
        rejection.reason ??
        (rejection.code === 'UNAUTHORIZED' ? 'wrong_password' : rejection.code.toLowerCase()),
    };
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') {
      return this.trail.recordEverywhere(context, { ...anonymous, userId }, { ...entry, target: userId });
    }
    const { organizationId } = named.tenant;
    const isMember = userId !== null && (await this.memberHere(request, userId)) !== undefined;
    // Accounts elsewhere are not disclosed to this organization.
    return isMember
      ? this.trail.record(
          { ...context, organizationId },
          { ...anonymous, userId },
          { ...entry, target: userId },
        )
      : this.trail.record({ ...context, organizationId }, anonymous, {
          ...entry,
          reason: 'unknown_account',
          details: { email },
        });
  }
}

/** As opposed to an organization's single sign-on. */
function isOwnMeans(method: SignInMethod | null): boolean {
  return method === 'password' || method === 'provider';
}

/** A request that still lacks the code is not a failure. */
const NOT_AUDITED: ReadonlySet<string> = new Set(['second_factor_needed']);
