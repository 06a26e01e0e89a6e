import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../../kernel/ids';
import type { IncomingRequest } from '../../../../access/incoming-request';
import { SessionVerifier } from '../../../../access/ports';
import type { Tenant } from '../../../../access/principal';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import { SignOutService } from '../../../accounts';
import { BrowserBinding } from '../../browser-binding';
import { isSamlConnection, type SamlConnection } from '../../connection';
import { ConnectionsRepository } from '../../connections.repository';
import { SignOnPlace } from '../../sign-on-place';
import { type SignedOnSession, SignedOnSessionsRepository } from './signed-on-sessions.repository';
import { LogoutTrips } from './logout-trips';

interface Leaving {
  tenant: Tenant;
  connection: SamlConnection & { sloUrl: string };
  session: SignedOnSession;
}

/** Signs people out: here at once, and where their identity provider has single logout, there as well. */
@Injectable()
export class LogoutDepartureService {
  constructor(
    private readonly place: SignOnPlace,
    private readonly connections: ConnectionsRepository,
    private readonly verifier: SessionVerifier,
    private readonly sessions: SignedOnSessionsRepository,
    private readonly signOuts: SignOutService,
    private readonly browsers: BrowserBinding,
    private readonly trips: LogoutTrips,
  ) {}

  /** Where the browser goes on; whatever becomes of that, the session here has ended. */
  async depart(request: IncomingRequest): Promise<{ location: string; setCookies: string[] }> {
    const tenant = await this.place.of(request);
    const leaving = await this.leaving(request, tenant);
    const { setCookie } = await this.signOuts.signOut(request);
    if (leaving === null) return { location: '/', setCookies: [setCookie] };
    const browser = this.browsers.bind(request);
    const location = await this.trips.begin(leaving.tenant, leaving.connection, {
      session: leaving.session,
      browserDigest: browser.digest,
    });
    return { location, setCookies: [setCookie, browser.setCookie] };
  }

  /** The address that a browser may be sent to from here; null where there is none. */
  async target(request: IncomingRequest): Promise<string | null> {
    const { organizationId } = await this.place.of(request);
    const connection = await this.connections.find({ ...NO_TRANSACTION, organizationId });
    return isSamlConnection(connection) ? connection.sloUrl : null;
  }

  /** Null for a session that another provider began, or none, and where there is no single logout. */
  private async leaving(request: IncomingRequest, tenant: Tenant): Promise<Leaving | null> {
    const id = await this.sessionId(request, tenant);
    if (id === null) return null;
    const context = { ...NO_TRANSACTION, organizationId: tenant.organizationId };
    const connection = await this.connections.find(context);
    if (!isSamlConnection(connection) || !hasLogout(connection)) return null;
    const session = await this.sessions.find(context, id);
    return session?.issuer === connection.entityId ? { tenant, connection, session } : null;
  }

  private async sessionId(request: IncomingRequest, { organizationId }: Tenant): Promise<SessionId | null> {
    const { sessionCookie } = request;
    const person = sessionCookie === undefined ? null : await this.verifier.verify(sessionCookie);
    if (person?.credential.kind !== 'session') return null;
    const { id, signOnOrganizationId } = person.credential;
    return signOnOrganizationId === organizationId ? id : null;
  }
}

function hasLogout(connection: SamlConnection): connection is SamlConnection & { sloUrl: string } {
  return connection.sloUrl !== null;
}
