import { Injectable } from '@nestjs/common';
import type { AppError } from '../kernel/app-error';
import { clock } from '../kernel/clock';
import type { OrganizationId } from '../kernel/ids';
import { HttpConfig } from '../platform/config/http.config';
import {
  NotAllowed,
  NotAuthenticated,
  OrganizationNotNamed,
  SecondFactorRequired,
  SignedOnElsewhere,
  SignOnRequired,
  TokenExpired,
} from './access-errors';
import { type Bearer, BearerTokens } from './bearer-tokens';
import { type IncomingRequest, oncePerRequest } from './incoming-request';
import { MemberActivity, SessionVerifier, StandingReader, TenantDirectory } from './ports';
import type { Person, Principal, Standing, Tenant } from './principal';
import { type NamedTenant, TenantFinder } from './tenant-finder';

const BEARER = /^Bearer +(\S+) *$/i;

/** Turns a credential into a person, and a person in an organization into a principal. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly tokens: BearerTokens,
    private readonly sessions: SessionVerifier,
    private readonly standings: StandingReader,
    private readonly directory: TenantDirectory,
    private readonly tenants: TenantFinder,
    private readonly activity: MemberActivity,
    private readonly http: HttpConfig,
  ) {}

  /** Null without a credential that holds. An Authorization header that does not hold is not excused by a cookie. */
  person(request: IncomingRequest): Promise<Person | null> {
    return oncePerRequest(request, 'person', async () => {
      if (request.header('authorization') !== undefined) {
        const bearer = await this.bearer(request);
        return bearer === 'expired' ? null : bearer;
      }
      return request.sessionCookie === undefined ? null : this.sessions.verify(request.sessionCookie);
    });
  }

  /** What to answer where there is no person. */
  async refusal(request: IncomingRequest): Promise<AppError> {
    return (await this.bearer(request)) === 'expired' ? new TokenExpired() : new NotAuthenticated();
  }

  /** The person in the organization that the request is about; refuses when they are nobody there. */
  principal(request: IncomingRequest, person: Person): Promise<Principal> {
    return oncePerRequest(request, 'principal', async () => {
      const tenant = await this.tenant(request, person);
      const standing = await this.standingIn(tenant.organizationId, person);
      this.activity.note(tenant.organizationId, person.userId);
      const { userId, credential, scopes } = person;
      const { role, workspaceRoles, sharedBoards } = standing;
      const { organizationId } = tenant;
      return {
        userId,
        credential,
        scopes,
        role,
        workspaceRoles,
        organizationId,
        ...(sharedBoards ? { sharedBoards } : {}),
      };
    });
  }

  /** What the person is in an organization that they may enter with their credential; refuses otherwise. */
  async standingIn(organizationId: OrganizationId, person: Person): Promise<Standing> {
    const standing = await this.standings.standing(organizationId, person.userId);
    if (standing === null) throw this.outsider(person);
    await this.refuseOtherSignOn(person, standing, organizationId);
    this.refuseWithoutSecondFactor(person, standing, organizationId);
    return standing;
  }

  /** Host, then header, then the token's own organization, then the person's only one (contract §3). */
  tenant(request: IncomingRequest, person: Person): Promise<Tenant> {
    return oncePerRequest(request, 'principal tenant', async () => {
      const named = await this.tenants.named(request);
      const { credential } = person;
      if (credential.kind !== 'session') return this.tokenTenant(named, credential.organizationId);
      if (named.kind === 'unknown') throw this.outsider(person);
      if (named.kind === 'tenant') return named.tenant;
      const only = signOnOf(person) ?? (await this.standings.onlyOrganization(person.userId));
      const tenant = only === null ? null : await this.directory.byId(only);
      if (tenant === null) throw new OrganizationNotNamed();
      return tenant;
    });
  }

  /**
   * Keeps what an organization's single sign-on vouches for from reaching beyond it: whoever runs that could otherwise
   * act with the accounts of people who are elsewhere too.
   */
  async refuseBorrowedAccount(person: Person): Promise<void> {
    const vouching = signOnOf(person);
    if (vouching !== null && (await this.standings.onlyOrganization(person.userId)) !== vouching)
      throw new SignedOnElsewhere();
  }

  /**
   * Stops cross-site requests that ride on a cookie. Organizations are sibling subdomains and so same-site to each
   * other: SameSite stops nothing between them, the exact origin must match. Browsers send Origin with every POST;
   * a request with neither Origin nor Sec-Fetch-Site is not a browser's, and no other site can make one
   * (decision 0021).
   */
  refuseForeignOrigin(request: IncomingRequest): void {
    const origin = request.header('origin');
    const site = request.header('sec-fetch-site');
    const isOwn =
      origin === undefined ? site === undefined || site === 'same-origin' : this.isOwnOrigin(origin, request);
    if (!isOwn) throw new NotAllowed('This request must come from the same origin');
  }

  /**
   * Where an organization requires a second factor. Not of tokens: only who was let in could make one. Not of people whom
   * its own single sign-on vouches for: what that asks of them is its business.
   */
  private refuseWithoutSecondFactor(
    { credential }: Person,
    { secondFactorDueAt }: Standing,
    organizationId: OrganizationId,
  ): void {
    if (credential.kind !== 'session' || credential.signOnOrganizationId === organizationId) return;
    if (secondFactorDueAt && secondFactorDueAt <= clock.now()) throw new SecondFactorRequired();
  }

  /** Owners get in by password whatever happens to the identity provider: they can switch it off. */
  private async refuseOtherSignOn(
    person: Person,
    { role }: Standing,
    organizationId: OrganizationId,
  ): Promise<void> {
    if (person.credential.kind !== 'session') return;
    const vouching = signOnOf(person);
    if (vouching !== null && vouching !== organizationId) throw new SignedOnElsewhere();
    if (vouching !== null || role === 'owner') return;
    if ((await this.directory.byId(organizationId))?.requiresSignOn) throw new SignOnRequired();
  }

  private bearer(request: IncomingRequest): Promise<Bearer> {
    return oncePerRequest(request, 'bearer', async () => {
      const secret = BEARER.exec(request.header('authorization') ?? '')?.[1];
      return secret === undefined ? null : this.tokens.verify(secret);
    });
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

  private outsider(person: Person): Error {
    return person.credential.kind !== 'session'
      ? new NotAuthenticated()
      : new NotAllowed('You are not an active member of this organization');
  }
}

/** The organization whose single sign-on began the session. */
function signOnOf({ credential }: Person): OrganizationId | null {
  return credential.kind === 'session' ? credential.signOnOrganizationId : null;
}
