import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { OpenIdConnect } from '../../../platform/openid/open-id-connect';
import { continuePath } from '../../../http/pages/continue-path';
import { LoginFlowsService } from '../../identity-providers';
import { SsoFlowCookieService } from '../sign-on/sso-flow-cookie.service';
import { ConnectionsRepository } from '../connections/connections.repository';
import { newRequestId } from '../sign-on/new-request-id';
import { SsoTenantService } from '../sign-on/sso-tenant.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { SignOnRequestsRepository } from '../sign-on/sign-on-requests.repository';
import { OidcClientsService } from './oidc-clients.service';
import { isOidcConnection } from './oidc-connection';
import { OIDC_LOGIN_FLOW, type OidcLoginFlow } from './oidc-login-flow';

/** Redirects browsers to an organization's OpenID provider. */
@Injectable()
export class OidcLoginService {
  constructor(
    private readonly place: SsoTenantService,
    private readonly connections: ConnectionsRepository,
    private readonly clients: OidcClientsService,
    private readonly openId: OpenIdConnect,
    private readonly requests: SignOnRequestsRepository,
    private readonly browsers: SsoFlowCookieService,
    private readonly flows: LoginFlowsService,
  ) {}

  async begin(
    request: IncomingRequest,
    asked: { returnTo: unknown; test: unknown },
  ): Promise<{ location: string; setCookies: string[] }> {
    const tenant = await this.place.of(request);
    const { organizationId } = tenant;
    const context = { ...NO_TRANSACTION, organizationId };
    const connection = await this.connections.find(context);
    if (!isOidcConnection(connection)) throw new SignOnRejected('not_configured');
    const isTest = asked.test !== undefined;
    const id = isTest ? String(asked.test) : newRequestId();
    // The provider is contacted first: nothing is written if it does not respond.
    const { url, checks } = await this.openId.begin(this.clients.of(tenant, connection), id);
    const { digest, setCookie } = this.browsers.bind(request);
    if (!isTest) await this.requests.begin(context, { id, browserDigest: digest, testerId: null });
    else if (!(await this.requests.openTest(context, id, digest)))
      throw new SignOnRejected('request_unknown');
    const { issuer, clientId } = connection;
    const continueTo = continuePath(asked.returnTo);
    const flow: OidcLoginFlow = { checks, continueTo, organizationId, issuer, clientId };
    return { location: url, setCookies: [setCookie, this.flows.begin(OIDC_LOGIN_FLOW, flow)] };
  }
}
