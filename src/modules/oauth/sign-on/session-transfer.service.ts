import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { OrganizationId, SessionId } from '../../../kernel/ids';
import { Authenticator } from '../../../access/authenticator';
import { bearerDigest } from '../../../access/bearer-secret';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SignInMethods } from '../../../access/sign-in-methods';
import type { AuthenticatedUser, Tenant } from '../../../access/principal';
import { TenantFinder } from '../../../access/tenant-finder';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { type Page, redirect } from '../../../http/pages/page';
import { CODE_MS } from '../token/lifetimes';
import { newTransferCode } from '../token/oauth-secrets';
import { InvalidSessionTransfer } from './invalid-session-transfer';
import { SessionTransfersRepository } from './session-transfers.repository';
import { SIGN_ON_PATH } from './sign-on.pages';

const DIGEST = /^[A-Za-z0-9_-]{43}$/;

/** On an organization's host: returns users who signed in with single sign-on to the apex, with a transfer code. */
@Injectable()
export class SessionTransferService {
  constructor(
    private readonly tenants: TenantFinder,
    private readonly offered: SignInMethods,
    private readonly authenticator: Authenticator,
    private readonly transfers: SessionTransfersRepository,
    private readonly http: HttpConfig,
  ) {}

  /**
   * `browser` identifies the browser that left the apex. A user who is not signed in yet signs in first and is returned
   * here.
   */
  async handOver(request: IncomingRequest, browser: unknown): Promise<Page> {
    const tenant = await this.tenantOfHost(request);
    const signOn = await this.offered.signOnOf(tenant);
    if (signOn === null) throw new AppError('NOT_FOUND', 'This organization has no single sign-on');
    if (typeof browser !== 'string' || !DIGEST.test(browser))
      throw new InvalidSessionTransfer('handover_unknown');
    const { organizationId } = tenant;
    const person = await this.authenticator.person(request);
    const sessionId = person === null ? null : signOnSessionOf(person, organizationId);
    if (person === null || sessionId === null) {
      // Must be short: the RelayState of SAML is limited to 80 bytes.
      const backHere = `${SIGN_ON_PATH}/handover?browser=${browser}`;
      return redirect(`${signOn.path}?continue=${encodeURIComponent(backHere)}`);
    }
    await this.authenticator.membershipIn(organizationId, person);
    const code = newTransferCode();
    const now = clock.now();
    const isOnItsWay = await this.transfers.signedOn(
      { ...NO_TRANSACTION, organizationId },
      Buffer.from(browser, 'base64url'),
      { sessionId, codeDigest: bearerDigest(code), now, expiresAt: new Date(now.getTime() + CODE_MS) },
    );
    if (!isOnItsWay) throw new InvalidSessionTransfer('handover_unknown');
    return redirect(`${this.http.publicUrl}${SIGN_ON_PATH}/return?code=${code}`);
  }

  /** Only from the host: an organization in a header is for API clients, and browsers could not return to it. */
  private async tenantOfHost(request: IncomingRequest): Promise<Tenant> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant' || this.tenants.slugOf(request.host) === null)
      throw new AppError('NOT_FOUND', 'No such route');
    return named.tenant;
  }
}

/** Only a session from this organization's single sign-on can be transferred. */
function signOnSessionOf(
  { credential }: AuthenticatedUser,
  organizationId: OrganizationId,
): SessionId | null {
  return credential.kind === 'session' && credential.signOnOrganizationId === organizationId
    ? credential.id
    : null;
}
