import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { OpenIdConnect } from '../../../platform/openid/open-id-connect';
import { LoginFlowsService } from '../../identity-providers';
import { ConnectionsRepository } from '../connections/connections.repository';
import { SignOnAuditService } from '../sign-on/sign-on-audit.service';
import type { SignOnIdentity } from '../sign-on/sign-on-identity';
import { SsoTenantService } from '../sign-on/sso-tenant.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import type { SignOnOrganization } from '../sign-on/single-sign-on.service';
import { OidcClientsService } from './oidc-clients.service';
import { isOidcConnection } from './oidc-connection';
import { oidcIdentity } from './oidc-identity';
import { OIDC_LOGIN_FLOW, type OidcLoginFlow } from './oidc-login-flow';

export interface OidcAnswer {
  organization: SignOnOrganization;
  identity: SignOnIdentity;
  flow: OidcLoginFlow;
}

/** Reads authorization responses of OpenID providers and records rejections in the audit log. */
@Injectable()
export class OidcResponsesService {
  constructor(
    private readonly place: SsoTenantService,
    private readonly connections: ConnectionsRepository,
    private readonly clients: OidcClientsService,
    private readonly openId: OpenIdConnect,
    private readonly flows: LoginFlowsService,
    private readonly audit: SignOnAuditService,
  ) {}

  async read(request: IncomingRequest, query: string): Promise<OidcAnswer> {
    try {
      return await this.validated(request, query);
    } catch (thrown) {
      if (thrown instanceof AppError) await this.audit.rejected(request, 'oidc', thrown);
      throw thrown;
    }
  }

  private async validated(request: IncomingRequest, query: string): Promise<OidcAnswer> {
    const tenant = await this.place.of(request);
    const { organizationId } = tenant;
    const connection = await this.connections.find({ ...NO_TRANSACTION, organizationId });
    if (!isOidcConnection(connection)) throw new SignOnRejected('not_configured');
    const flow = await this.flows.end<OidcLoginFlow>(
      OIDC_LOGIN_FLOW,
      request,
      query,
      (own) => own.organizationId === organizationId,
    );
    // A code of the previous provider must not be sent to its replacement.
    if (flow.issuer !== connection.issuer || flow.clientId !== connection.clientId)
      throw new SignOnRejected('settings_changed');
    const { email, groups } = connection.attributeMapping;
    const wanted = groups === null ? [email] : [email, groups];
    const client = this.clients.of(tenant, connection);
    const claims = await this.openId.finish(client, query, flow.checks, wanted);
    const identity = oidcIdentity(connection, claims);
    return { organization: { organizationId, connection }, identity, flow };
  }
}
