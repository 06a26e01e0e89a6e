import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { OpenIdConnect } from '../../../platform/openid/open-id-connect';
import { continuePath } from '../../../rpc/pages/continue-path';
import { RoundTrips } from '../../identity-providers';
import { BrowserBinding } from '../browser-binding';
import { ConnectionsRepository } from '../connections.repository';
import { newRequestId } from '../new-request-id';
import { SignOnPlace } from '../sign-on-place';
import { SignOnRefused } from '../sign-on-refused';
import { SignOnRequestsRepository } from '../sign-on-requests.repository';
import { OidcClients } from './oidc-clients';
import { isOidcConnection } from './oidc-connection';
import { OIDC_TRIP, type OidcTrip } from './oidc-trip';

/** Sends browsers to an organization's OpenID provider. */
@Injectable()
export class OidcDepartureService {
  constructor(
    private readonly place: SignOnPlace,
    private readonly connections: ConnectionsRepository,
    private readonly clients: OidcClients,
    private readonly openId: OpenIdConnect,
    private readonly requests: SignOnRequestsRepository,
    private readonly browsers: BrowserBinding,
    private readonly trips: RoundTrips,
  ) {}

  async depart(
    request: IncomingRequest,
    asked: { returnTo: unknown; test: unknown },
  ): Promise<{ location: string; setCookies: string[] }> {
    const tenant = await this.place.of(request);
    const { organizationId } = tenant;
    const context = { ...NO_TRANSACTION, organizationId };
    const connection = await this.connections.find(context);
    if (!isOidcConnection(connection)) throw new SignOnRefused('not_configured');
    const isTest = asked.test !== undefined;
    const id = isTest ? String(asked.test) : newRequestId();
    // The provider first: nothing is written for one that does not answer.
    const { url, checks } = await this.openId.begin(this.clients.of(tenant, connection), id);
    const { digest, setCookie } = this.browsers.bind(request);
    if (!isTest) await this.requests.begin(context, { id, browserDigest: digest, testerId: null });
    else if (!(await this.requests.openTest(context, id, digest))) throw new SignOnRefused('request_unknown');
    const { issuer, clientId } = connection;
    const continueTo = continuePath(asked.returnTo);
    const trip: OidcTrip = { checks, continueTo, organizationId, issuer, clientId };
    return { location: url, setCookies: [setCookie, this.trips.begin(OIDC_TRIP, trip)] };
  }
}
