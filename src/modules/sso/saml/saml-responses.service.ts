import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { Tenant } from '../../../access/principal';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { continuePath } from '../../../http/pages/continue-path';
import { ConnectionsRepository } from '../connections/connections.repository';
import { isSamlConnection, type SamlConnection } from '../connections/connection';
import { ServiceProvidersService } from '../connections/service-providers.service';
import { SsoTenantService } from '../sign-on/sso-tenant.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { attributeOf, childrenNamed } from '../xml';
import { EncryptedResponsesService } from './encrypted-responses.service';
import type { Audience } from './saml-assertion';
import type { SamlExchange } from './saml-exchange';
import { readSamlMessage } from './saml-message';
import { samlOptions } from './saml-options';
import { checkStructure } from './saml-structure';

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

/** A response with a valid structure and a signature that is not yet verified. */
export interface ReadAnswer {
  tenant: Tenant;
  connection: SamlConnection;
  audience: Audience;
  exchange: SamlExchange;
  returnTo: string;
  /** Unsigned fields of the response, which must match the signed ones. */
  inResponseTo: string | null;
}

/** Validates responses of identity providers before any of their content is trusted. */
@Injectable()
export class SamlResponsesService {
  constructor(
    private readonly place: SsoTenantService,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProvidersService,
    private readonly encrypted: EncryptedResponsesService,
  ) {}

  async read(request: IncomingRequest, body: unknown): Promise<ReadAnswer> {
    const tenant = await this.place.of(request);
    const { organizationId, slug } = tenant;
    const context = { ...NO_TRANSACTION, organizationId };
    const connection = await this.connections.find(context);
    if (!isSamlConnection(connection)) throw new SignOnRejected('not_configured');
    if (!FORM.test(request.header('content-type') ?? '')) throw new SignOnRejected('malformed');
    const { SAMLResponse, RelayState } = (body ?? {}) as Record<string, unknown>;
    const provider = this.providers.of(slug);
    const { acsUrl, entityId } = provider;
    const issuer = connection.entityId;
    const expected = { acsUrl, issuer };
    const sent = readSamlMessage(SAMLResponse);
    const { text, root } = await this.encrypted.decrypted(context, connection, sent, expected);
    checkStructure(root, expected);
    const isSigned = childrenNamed(root, 'signature', 'Signature').length > 0;
    const inResponseTo = attributeOf(root, 'InResponseTo');
    if (inResponseTo === null) throw new SignOnRejected('unsolicited');
    return {
      tenant,
      connection,
      audience: { acsUrl, entityId, issuer },
      exchange: {
        body: { SAMLResponse: Buffer.from(text).toString('base64') },
        query: {},
        options: samlOptions(connection, provider, isSigned),
      },
      returnTo: returnPath(RelayState),
      inResponseTo,
    };
  }
}

/** The path to return to. A response with an address on another host is rejected as a whole. */
function returnPath(relayState: unknown): string {
  if (relayState === undefined || relayState === '') return '/';
  const path = continuePath(relayState);
  if (path !== relayState) throw new SignOnRejected('relay_state_invalid');
  return path;
}
