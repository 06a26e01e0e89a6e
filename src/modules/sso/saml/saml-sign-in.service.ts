import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { continuePath } from '../../../http/pages/continue-path';
import { SsoFlowCookieService } from '../sign-on/sso-flow-cookie.service';
import { isSamlConnection } from '../connections/connection';
import { ConnectionsRepository } from '../connections/connections.repository';
import { KeyPairsService } from '../keys/key-pairs.service';
import { newRequestId } from '../sign-on/new-request-id';
import { ServiceProvidersService } from '../connections/service-providers.service';
import { SsoTenantService } from '../sign-on/sso-tenant.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { SignOnRequestsRepository } from '../sign-on/sign-on-requests.repository';
import { authnRequestXml } from './authn-request';
import { redirectAddress } from './redirect-binding';

export interface SamlRedirect {
  location: string;
  setCookie: string;
}

/** Redirects browsers to an organization's identity provider. */
@Injectable()
export class SamlSignInService {
  constructor(
    private readonly place: SsoTenantService,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProvidersService,
    private readonly requests: SignOnRequestsRepository,
    private readonly browsers: SsoFlowCookieService,
    private readonly keys: KeyPairsService,
  ) {}

  async begin(request: IncomingRequest, asked: { returnTo: unknown; test: unknown }): Promise<SamlRedirect> {
    const { organizationId, slug } = await this.place.of(request);
    const context = { ...NO_TRANSACTION, organizationId };
    const connection = await this.connections.find(context);
    if (!isSamlConnection(connection)) throw new SignOnRejected('not_configured');
    const { digest, setCookie } = this.browsers.bind(request);
    const isTest = asked.test !== undefined;
    const id = isTest ? String(asked.test) : newRequestId();
    if (!isTest) await this.requests.begin(context, { id, browserDigest: digest, testerId: null });
    else if (!(await this.requests.openTest(context, id, digest)))
      throw new SignOnRejected('request_unknown');
    const { ssoUrl, signRequests } = connection;
    const returnTo = continuePath(asked.returnTo);
    const sent = {
      parameter: 'SAMLRequest',
      xml: authnRequestXml(this.providers.of(slug), ssoUrl, id),
      relayState: returnTo === '/' ? null : returnTo,
    } as const;
    const key = signRequests ? await this.keys.findOrMake(context, 'signing') : null;
    return { location: redirectAddress(ssoUrl, sent, key), setCookie };
  }
}
