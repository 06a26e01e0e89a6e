import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../../kernel/ids';
import type { IncomingRequest } from '../../../../access/incoming-request';
import { SessionVerifier } from '../../../../access/ports';
import type { Tenant } from '../../../../access/principal';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import { SignOutService } from '../../../accounts';
import { SsoFlowCookieService } from '../../sign-on/sso-flow-cookie.service';
import { isSamlConnection, type SamlConnection } from '../../connections/connection';
import { ConnectionsRepository } from '../../connections/connections.repository';
import { SsoTenantService } from '../../sign-on/sso-tenant.service';
import { type SignedOnSession, SignedOnSessionsRepository } from './signed-on-sessions.repository';
import { LogoutFlowsService } from './logout-flows.service';

interface Leaving {
  tenant: Tenant;
  connection: SamlConnection & { sloUrl: string };
  session: SignedOnSession;
}

/** Signs users out: immediately on this server and, with single logout, at their identity provider. */
@Injectable()
export class LogoutRequestService {
  constructor(
    private readonly place: SsoTenantService,
    private readonly connections: ConnectionsRepository,
    private readonly verifier: SessionVerifier,
    private readonly sessions: SignedOnSessionsRepository,
    private readonly signOuts: SignOutService,
    private readonly browsers: SsoFlowCookieService,
    private readonly flows: LogoutFlowsService,
  ) {}

  /** Where the browser is redirected. The session on this server has ended in any case. */
  async begin(request: IncomingRequest): Promise<{ location: string; setCookies: string[] }> {
    const tenant = await this.place.of(request);
    const leaving = await this.leaving(request, tenant);
    const { setCookie } = await this.signOuts.signOut(request);
    if (leaving === null) return { location: '/', setCookies: [setCookie] };
    const browser = this.browsers.bind(request);
    const location = await this.flows.begin(leaving.tenant, leaving.connection, {
      session: leaving.session,
      browserDigest: browser.digest,
    });
    return { location, setCookies: [setCookie, browser.setCookie] };
  }

  /** Null for a session that this provider did not start, and if there is no single logout. */
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
    const person = sessionCookie === undefined ? null : await this.verifier.verify(sessionCookie, true);
    if (person?.credential.kind !== 'session') return null;
    const { id, signOnOrganizationId } = person.credential;
    return signOnOrganizationId === organizationId ? id : null;
  }
}

function hasLogout(connection: SamlConnection): connection is SamlConnection & { sloUrl: string } {
  return connection.sloUrl !== null;
}
