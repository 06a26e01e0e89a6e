import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { OrganizationId } from '../../../kernel/ids';
import type { IncomingRequest } from '../../../access/incoming-request';
import { SignInMethods } from '../../../access/sign-in-methods';
import { TenantDirectory } from '../../../access/ports';
import type { Tenant } from '../../../access/principal';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { Page } from '../../../http/pages/page';
import { isAuthorizePath } from '../authorize/authorize-path';
import { SESSION_TRANSFER_MS } from '../token/lifetimes';
import { SignOnFlowCookieService } from './sign-on-flow-cookie.service';
import { SessionTransfersRepository } from './session-transfers.repository';
import { OrganizationAddressService } from './organization-address.service';
import { signOnRedirectPage, organizationPage, SIGN_ON_PATH } from './sign-on.pages';

/** Sends browsers from the apex to an organization's host for single sign-on, with the page to return to. */
@Injectable()
export class SignOnRequestService implements OnModuleInit {
  constructor(
    private readonly addresses: OrganizationAddressService,
    private readonly directory: TenantDirectory,
    private readonly offered: SignInMethods,
    private readonly transfers: SessionTransfersRepository,
    private readonly browser: SignOnFlowCookieService,
    private readonly http: HttpConfig,
  ) {}

  onModuleInit(): void {
    this.offered.signOnElsewhereBy((continueTo) =>
      isAuthorizePath(continueTo) ? `${SIGN_ON_PATH}?continue=${encodeURIComponent(continueTo)}` : null,
    );
  }

  ask(continueTo: string): Page {
    return organizationPage({ continueTo, example: this.example });
  }

  /**
   * By the address that a user entered. The response does not reveal whether an organization without single sign-on
   * exists.
   */
  async toTyped(request: IncomingRequest, typed: string, continueTo: string): Promise<Page> {
    const tenant = await this.addresses.find(typed);
    const page = tenant === null ? null : await this.to(request, tenant, continueTo);
    if (page !== null) return page;
    const problem = InvalidInput.at('organization', 'No organization with single sign-on has this address');
    return organizationPage({ continueTo, example: this.example, typed, problem });
  }

  /** Null if the organization has no single sign-on. */
  async toOrganization(
    request: IncomingRequest,
    organizationId: OrganizationId,
    continueTo: string,
  ): Promise<Page | null> {
    const tenant = await this.directory.byId(organizationId);
    return tenant === null ? null : this.to(request, tenant, continueTo);
  }

  private async to(request: IncomingRequest, tenant: Tenant, continueTo: string): Promise<Page | null> {
    const signOn = await this.offered.signOnOf(tenant);
    if (signOn === null) return null;
    const base = this.http.baseUrlOf(tenant.slug);
    // The organization uses the apex host, so no session transfer is needed.
    if (base === this.http.publicUrl)
      return leadTo(request, `${base}${signOn.path}?continue=${encodeURIComponent(continueTo)}`);
    const { digest, setCookie } = this.browser.leave();
    const context = { ...NO_TRANSACTION, organizationId: tenant.organizationId };
    const expiresAt = new Date(clock.nowMs() + SESSION_TRANSFER_MS);
    await this.transfers.begin(context, { browserDigest: digest, continueTo, expiresAt });
    const address = `${base}${SIGN_ON_PATH}/handover?browser=${digest.toString('base64url')}`;
    return leadTo(request, address, [setCookie]);
  }

  private get example(): string {
    return new URL(this.http.baseUrlOf('acme')).host;
  }
}

function leadTo(request: IncomingRequest, address: string, setCookies: readonly string[] = []): Page {
  request.answerHeaders.set('refresh', `0; url=${address}`);
  return signOnRedirectPage(address, setCookies);
}
