import { Injectable } from '@nestjs/common';
import type { AppError } from '../kernel/app-error';
import { clock } from '../kernel/clock';
import type { OrganizationId } from '../kernel/ids';
import { HttpConfig } from '../platform/config/http.config';
import type { DatabaseContext, InTransaction } from '../platform/database/transaction';
import {
  AccessForbidden,
  NotAuthenticated,
  OrganizationNotNamed,
  SecondFactorRequired,
  SignedOnElsewhere,
  SignOnRequired,
  TokenExpired,
} from './access-errors';
import { type IncomingRequest, oncePerCall } from './incoming-request';
import { BearerAuthentication } from './limits/bearer-authentication';
import { MemberActivity, SessionVerifier, MembershipReader, TenantDirectory } from './ports';
import type { AuthenticatedUser, Principal, Membership, Tenant } from './principal';
import { type NamedTenant, TenantFinder } from './tenant-finder';

/** Resolves a credential to a user, and a user in an organization to a principal. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly bearers: BearerAuthentication,
    private readonly sessions: SessionVerifier,
    private readonly memberships: MembershipReader,
    private readonly directory: TenantDirectory,
    private readonly tenants: TenantFinder,
    private readonly activity: MemberActivity,
    private readonly http: HttpConfig,
  ) {}

  /**
   * Null without a valid credential; rejects a token from an address that it does not allow. A valid cookie does not make up for an invalid Authorization header. `isUse` is false when
   * access is read again without a call: a socket that stays open must not extend an idle session.
   */
  person(request: IncomingRequest, isUse = true): Promise<AuthenticatedUser | null> {
    return oncePerCall(request, 'person', async () => {
      if (request.header('authorization') !== undefined) {
        const bearer = await this.bearers.bearer(request, isUse);
        return bearer === 'expired' ? null : bearer;
      }
      return request.sessionCookie === undefined ? null : this.sessions.verify(request.sessionCookie, isUse);
    });
  }

  /** The rejection of a call without a user. */
  async rejection(request: IncomingRequest): Promise<AppError> {
    return (await this.bearers.bearer(request)) === 'expired' ? new TokenExpired() : new NotAuthenticated();
  }

  /** The user in the organization of the request; rejects when the user is not a member. */
  principal(request: IncomingRequest, person: AuthenticatedUser, isUse = true): Promise<Principal> {
    return oncePerCall(request, 'principal', async () => {
      const tenant = await this.tenant(request, person);
      const membership = await this.membershipIn(tenant.organizationId, person);
      if (isUse) this.activity.note(tenant.organizationId, person.userId);
      const { userId, credential, scopes, placeLimits } = person;
      const { role, workspaceRoles, sharedBoards } = membership;
      const { organizationId } = tenant;
      const caller = { userId, credential, scopes, role, workspaceRoles, organizationId, membership };
      if (placeLimits === undefined) return sharedBoards ? { ...caller, sharedBoards } : caller;
      return { ...caller, ...(sharedBoards ? { sharedBoards } : {}), placeLimits };
    });
  }

  /** The user's membership of an organization that the credential is valid for; rejects otherwise. */
  async membershipIn(organizationId: OrganizationId, person: AuthenticatedUser): Promise<Membership> {
    const membership = await this.memberships.membership(organizationId, person.userId);
    if (membership === null) throw this.outsider(person);
    await this.rejectOtherSignOn(person, membership, organizationId);
    this.rejectWithoutSecondFactor(person, membership, organizationId);
    return membership;
  }

  membershipWithin(
    context: InTransaction<DatabaseContext>,
    { organizationId, userId }: Principal,
  ): Promise<Membership | null> {
    return this.memberships.membershipWithin(context, organizationId, userId);
  }

  /** Host, then header, then the token's organization, then the user's only organization (contract §3). */
  tenant(request: IncomingRequest, person: AuthenticatedUser): Promise<Tenant> {
    return oncePerCall(request, 'principal tenant', async () => {
      const named = await this.tenants.named(request);
      const { credential } = person;
      if (credential.kind !== 'session') return this.tokenTenant(named, credential.organizationId);
      if (named.kind === 'unknown') throw this.outsider(person);
      if (named.kind === 'tenant') return named.tenant;
      const only = signOnOf(person) ?? (await this.memberships.onlyOrganization(person.userId));
      const tenant = only === null ? null : await this.directory.byId(only);
      if (tenant === null) throw new OrganizationNotNamed();
      return tenant;
    });
  }

  /**
   * Restricts sessions of an organization's single sign-on to that organization: its identity provider could otherwise
   * act with the accounts of users who are also members elsewhere.
   */
  async rejectBorrowedAccount(person: AuthenticatedUser): Promise<void> {
    const vouching = signOnOf(person);
    if (vouching !== null && (await this.memberships.onlyOrganization(person.userId)) !== vouching)
      throw new SignedOnElsewhere();
  }

  /**
   * Stops cross-site request forgery with a cookie. Organizations are sibling subdomains and therefore same-site:
   * SameSite stops nothing between them, so the exact origin must match. Browsers send Origin with every POST; a request
   * with neither Origin nor Sec-Fetch-Site is not sent by a browser, so no other site can cause it (decision 0021).
   */
  rejectForeignOrigin(request: IncomingRequest): void {
    const origin = request.header('origin');
    const site = request.header('sec-fetch-site');
    const isOwn =
      origin === undefined ? site === undefined || site === 'same-origin' : this.isOwnOrigin(origin, request);
    if (!isOwn) throw new AccessForbidden('This request must come from the same origin');
  }

  /**
   * For organizations that require a second factor. Tokens are exempt, because only an authenticated user could create
   * them; so are users of the organization's single sign-on, whose identity provider decides.
   */
  private rejectWithoutSecondFactor(
    { credential }: AuthenticatedUser,
    { secondFactorDueAt }: Membership,
    organizationId: OrganizationId,
  ): void {
    if (credential.kind !== 'session' || credential.signOnOrganizationId === organizationId) return;
    if (secondFactorDueAt && secondFactorDueAt <= clock.now()) throw new SecondFactorRequired();
  }

  /** Owners can always sign in with a password, so that they can disable a broken identity provider. */
  private async rejectOtherSignOn(
    person: AuthenticatedUser,
    { role }: Membership,
    organizationId: OrganizationId,
  ): Promise<void> {
    if (person.credential.kind !== 'session') return;
    const vouching = signOnOf(person);
    if (vouching !== null && vouching !== organizationId) throw new SignedOnElsewhere();
    if (vouching !== null || role === 'owner') return;
    if ((await this.directory.byId(organizationId))?.requiresSignOn) throw new SignOnRequired();
  }

  private isOwnOrigin(origin: string, request: IncomingRequest): boolean {
    return origin === `${this.http.isSecure ? 'https' : 'http'}://${request.host}`;
  }

  private async tokenTenant(named: NamedTenant, own: Tenant['organizationId']): Promise<Tenant> {
    const isElsewhere =
      named.kind === 'unknown' || (named.kind === 'tenant' && named.tenant.organizationId !== own);
    const tenant = isElsewhere ? null : await this.directory.byId(own);
    if (tenant === null) throw new NotAuthenticated('This token does not belong to this organization');
    return tenant;
  }

  private outsider(person: AuthenticatedUser): Error {
    return person.credential.kind !== 'session'
      ? new NotAuthenticated()
      : new AccessForbidden('You are not an active member of this organization');
  }
}

/** The organization whose single sign-on created the session. */
function signOnOf({ credential }: AuthenticatedUser): OrganizationId | null {
  return credential.kind === 'session' ? credential.signOnOrganizationId : null;
}
