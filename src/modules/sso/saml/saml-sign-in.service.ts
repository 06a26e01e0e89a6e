import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { continuePath } from '../../../rpc/pages/continue-path';
import { BrowserBinding } from '../browser-binding';
import { isSamlConnection } from '../connection';
import { ConnectionsRepository } from '../connections.repository';
import { KeyPairs } from '../keys/key-pairs';
import { newRequestId } from '../new-request-id';
import { ServiceProviders } from '../service-provider';
import { SignOnPlace } from '../sign-on-place';
import { SignOnRefused } from '../sign-on-refused';
import { SignOnRequestsRepository } from '../sign-on-requests.repository';
import { authnRequestXml } from './authn-request';
import { redirectAddress } from './redirect-binding';

export interface Departure {
  location: string;
  setCookie: string;
}

/** Sends browsers to an organization's identity provider. */
@Injectable()
export class SamlSignInService {
  constructor(
    private readonly place: SignOnPlace,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProviders,
    private readonly requests: SignOnRequestsRepository,
    private readonly browsers: BrowserBinding,
    private readonly keys: KeyPairs,
  ) {}

  async depart(request: IncomingRequest, asked: { returnTo: unknown; test: unknown }): Promise<Departure> {
    const { organizationId, slug } = await this.place.of(request);
    const context = { ...NO_TRANSACTION, organizationId };
    const connection = await this.connections.find(context);
    if (!isSamlConnection(connection)) throw new SignOnRefused('not_configured');
    const { digest, setCookie } = this.browsers.bind(request);
    const isTest = asked.test !== undefined;
    const id = isTest ? String(asked.test) : newRequestId();
    if (!isTest) await this.requests.begin(context, { id, browserDigest: digest, testerId: null });
    else if (!(await this.requests.openTest(context, id, digest))) throw new SignOnRefused('request_unknown');
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
