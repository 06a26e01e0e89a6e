import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { OpenIdConnect } from '../../../platform/openid/open-id-connect';
import { RoundTrips } from '../../identity-providers';
import { ConnectionsRepository } from '../connections.repository';
import { SignOnAudit } from '../sign-on-audit';
import type { SignOnIdentity } from '../sign-on-identity';
import { SignOnPlace } from '../sign-on-place';
import { SignOnRefused } from '../sign-on-refused';
import type { SignOnOrganization } from '../single-sign-on';
import { OidcClients } from './oidc-clients';
import { isOidcConnection } from './oidc-connection';
import { oidcIdentity } from './oidc-identity';
import { OIDC_TRIP, type OidcTrip } from './oidc-trip';

export interface OidcAnswer {
  organization: SignOnOrganization;
  identity: SignOnIdentity;
  trip: OidcTrip;
}

/** Reads what browsers bring back from OpenID providers; tells the audit log of what is refused. */
@Injectable()
export class OidcAnswers {
  constructor(
    private readonly place: SignOnPlace,
    private readonly connections: ConnectionsRepository,
    private readonly clients: OidcClients,
    private readonly openId: OpenIdConnect,
    private readonly trips: RoundTrips,
    private readonly audit: SignOnAudit,
  ) {}

  async read(request: IncomingRequest, query: string): Promise<OidcAnswer> {
    try {
      return await this.judged(request, query);
    } catch (thrown) {
      if (thrown instanceof AppError) await this.audit.refused(request, 'oidc', thrown);
      throw thrown;
    }
  }

  private async judged(request: IncomingRequest, query: string): Promise<OidcAnswer> {
    const tenant = await this.place.of(request);
    const { organizationId } = tenant;
    const connection = await this.connections.find({ ...NO_TRANSACTION, organizationId });
    if (!isOidcConnection(connection)) throw new SignOnRefused('not_configured');
    const trip = await this.trips.end<OidcTrip>(
      OIDC_TRIP,
      request,
      query,
      (own) => own.organizationId === organizationId,
    );
    // A code of the provider before must not be shown to the one that has taken its place.
    if (trip.issuer !== connection.issuer || trip.clientId !== connection.clientId)
      throw new SignOnRefused('settings_changed');
    const { email, groups } = connection.attributeMapping;
    const wanted = groups === null ? [email] : [email, groups];
    const client = this.clients.of(tenant, connection);
    const claims = await this.openId.finish(client, query, trip.checks, wanted);
    const identity = oidcIdentity(connection, claims);
    return { organization: { organizationId, connection }, identity, trip };
  }
}
