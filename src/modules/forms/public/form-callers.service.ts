import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { AccessForbidden, CredentialLimited } from '../../../access/access-errors';
import { Authenticator } from '../../../access/authenticator';
import { CallLease } from '../../../access/guards/call-lease';
import type { GuardedCall } from '../../../access/guarded-call';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { Principal } from '../../../access/principal';
import { RateLimits } from '../../../access/rate-limits';
import { TenantFinder } from '../../../access/tenant-finder';
import type { AccessLease } from '../../../platform/database/transaction';
import { FormNotFound } from '../forms.errors';

/** Who opens or submits a form: a member of the organization, or anyone. */
export interface FormCaller {
  readonly requestId: string;
  readonly organizationId: OrganizationId;
  /** Null without a credential of a member. */
  readonly userId: UserId | null;
  /** The rejection by a form that requires a member; null for a member. */
  readonly rejection: AppError | null;
  /** The client's address. */
  readonly ip: string;
  /** The access of the member. */
  readonly lease: AccessLease | null;
}

/** Finds who calls a public route of forms. */
@Injectable()
export class FormCallersService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly tenants: TenantFinder,
    private readonly limits: RateLimits,
  ) {}

  /**
   * An invalid token and a cookie from another origin are rejected. A session of a user who is not a member counts as none,
   * because the form is public.
   */
  async find(call: GuardedCall): Promise<FormCaller> {
    const { request } = call;
    const person = await this.authenticator.person(request);
    if (person === null) {
      const rejection = await this.authenticator.rejection(request);
      if (request.header('authorization') !== undefined) throw rejection;
      return this.anonymous(request, rejection);
    }
    if (person.placeLimits !== undefined) throw new CredentialLimited();
    const isSession = person.credential.kind === 'session';
    if (isSession && call.isMutation) this.authenticator.rejectForeignOrigin(request);
    try {
      const principal = await this.authenticator.principal(request, person);
      await this.count(request, principal);
      if (call.isMutation && !principal.scopes.has('write'))
        throw new AccessForbidden('The token lacks the scope write');
      call.person = person;
      call.principal = principal;
      return this.member(call, principal);
    } catch (rejection) {
      const isOutsider = isSession && rejection instanceof AppError && rejection.code === 'FORBIDDEN';
      if (isOutsider && call.principal === null) return this.anonymous(request, rejection);
      throw rejection;
    }
  }

  private async anonymous(request: IncomingRequest, rejection: AppError): Promise<FormCaller> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') throw new FormNotFound();
    const { organizationId } = named.tenant;
    return { requestId: request.id, organizationId, userId: null, rejection, ip: request.ip, lease: null };
  }

  private member(call: GuardedCall, { organizationId, userId }: Principal): FormCaller {
    const { request } = call;
    const lease = new CallLease(call, this.authenticator);
    return {
      requestId: request.id,
      organizationId,
      userId,
      rejection: null,
      ip: request.ip,
      lease: {
        isCurrent: () => lease.isCurrent(),
        isConfirmed: (context) => lease.isConfirmed(context),
        // The form acts with its own access: only whether the member still has any matters.
        renew: async () => {
          await lease.renew();
          return {};
        },
      },
    };
  }

  /** A member's call counts against the credential, as a procedure's does. */
  private async count(request: IncomingRequest, principal: Principal): Promise<void> {
    const { credential, userId } = principal;
    if (credential.kind === 'session') return this.limits.session(request.rate, userId);
    const { plan } = await this.authenticator.tenant(request, principal);
    await this.limits.token(request.rate, credential.id, plan);
  }
}
