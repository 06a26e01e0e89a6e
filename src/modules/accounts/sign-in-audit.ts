import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { auditActor } from '../../access/audit-actor';
import { type AuditEntry, AuditTrail } from '../../access/audit-trail';
import type { IncomingRequest } from '../../access/incoming-request';
import { StandingReader } from '../../access/ports';
import type { Person, SignInMethod } from '../../access/principal';
import { TenantFinder } from '../../access/tenant-finder';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Log } from '../../platform/logging/log';

type Action = 'auth.signin' | 'auth.signout' | 'auth.register' | 'auth.resetPassword';

/** Who tried to sign in: by an address that somebody has, or that nobody has. */
export interface Attempt {
  userId: UserId | null;
  email: string;
}

/**
 * The audit log of sign-in routes, which are about people and not about one organization: an entry in the organization of
 * the host, or from the apex in each that the person is an active member of.
 */
@Injectable()
export class SignInAudit {
  constructor(
    private readonly trail: AuditTrail,
    private readonly tenants: TenantFinder,
    private readonly standings: StandingReader,
    private readonly log: Log,
  ) {}

  /** In the transaction of what was done; with an organization only there. */
  async done(
    { transaction }: InTransaction<DatabaseContext>,
    request: IncomingRequest,
    person: Person,
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

  /** A password that was set anew by a mailed link: nobody is signed in, and no host matters. */
  async passwordReset(
    { transaction }: InTransaction<DatabaseContext>,
    request: IncomingRequest,
    userId: UserId,
  ): Promise<void> {
    const actor = { ...auditActor(request, null), userId };
    await this.trail.recordEverywhere({ transaction, requestId: request.id }, actor, {
      action: 'auth.resetPassword',
      outcome: 'success',
      target: userId,
    });
  }

  /**
   * A refused sign-in. On the apex the answer does not wait for the entry: an address that somebody has would take longer
   * than one that nobody has.
   */
  async refused(request: IncomingRequest, attempt: Attempt, refusal: unknown): Promise<void> {
    if (!(refusal instanceof AppError) || NOT_TOLD.has(refusal.reason ?? '')) return;
    const recording = this.recordRefusal(request, attempt, refusal).catch((error: unknown) =>
      this.log.error('a refused sign-in could not be recorded', { requestId: request.id, error }),
    );
    if ((await this.tenants.named(request)).kind === 'tenant') await recording;
  }

  /** The organization of the host, if the person is an active member there. Never in a transaction. */
  async memberHere(request: IncomingRequest, userId: UserId): Promise<OrganizationId | undefined> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') return undefined;
    const { organizationId } = named.tenant;
    return (await this.standings.standing(organizationId, userId)) === null ? undefined : organizationId;
  }

  /** Whether nobody but the owner gets in here without the organization's single sign-on. */
  private async isShut(request: IncomingRequest): Promise<boolean> {
    const named = await this.tenants.named(request);
    return named.kind === 'tenant' && named.tenant.requiresSignOn;
  }

  private async recordRefusal(
    request: IncomingRequest,
    { userId, email }: Attempt,
    refusal: AppError,
  ): Promise<void> {
    const context = { ...NO_TRANSACTION, requestId: request.id };
    const nobody = auditActor(request, null);
    const entry: AuditEntry = {
      action: 'auth.signin',
      outcome: 'failure',
      reason:
        refusal.reason ?? (refusal.code === 'UNAUTHORIZED' ? 'wrong_password' : refusal.code.toLowerCase()),
    };
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') {
      return this.trail.recordEverywhere(context, { ...nobody, userId }, { ...entry, target: userId });
    }
    const { organizationId } = named.tenant;
    const isMember = userId !== null && (await this.memberHere(request, userId)) !== undefined;
    // Whether a stranger has an account elsewhere is no business of this organization.
    return isMember
      ? this.trail.record({ ...context, organizationId }, { ...nobody, userId }, { ...entry, target: userId })
      : this.trail.record({ ...context, organizationId }, nobody, {
          ...entry,
          reason: 'unknown_account',
          details: { email },
        });
  }
}

/** Rather than by an organization's single sign-on. */
function isOwnMeans(method: SignInMethod | null): boolean {
  return method === 'password' || method === 'provider';
}

/** The step before a code is given is no failure. */
const NOT_TOLD: ReadonlySet<string> = new Set(['second_factor_needed']);
