import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../../access/incoming-request';
import type { Tenant } from '../../../../access/principal';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import { ConnectionsRepository } from '../../connections/connections.repository';
import { isSamlConnection, type SamlConnection } from '../../connections/connection';
import { ServiceProvidersService } from '../../connections/service-providers.service';
import { SsoTenantService } from '../../sign-on/sso-tenant.service';
import { SignOnRejected } from '../../sign-on/sign-on-rejected';
import { type MessageParameter, readRedirect } from '../redirect-binding';
import { readSamlBytes, readSamlMessage, type SamlMessage } from '../saml-message';
import { checkSignedRoot } from '../saml-structure';
import { signedText } from '../xml-signature';
import {
  type LogoutRequest,
  type LogoutResponse,
  readLogoutRequest,
  readLogoutResponse,
} from './logout-message';

/** A logout message as received: in the query or in a form. */
export type SentLogout = { query: string } | { form: unknown };

const MAX_RELAY_STATE = 2_000;

interface Read {
  tenant: Tenant;
  connection: SamlConnection;
  relayState: string | null;
}

export type ReadLogout = Read &
  ({ kind: 'request'; request: LogoutRequest } | { kind: 'response'; response: LogoutResponse });

interface Verified {
  parameter: MessageParameter;
  root: Element;
  relayState: string | null;
}

/** Reads logout messages of an organization's identity provider. Only signed content is used. */
@Injectable()
export class LogoutMessagesService {
  constructor(
    private readonly place: SsoTenantService,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProvidersService,
  ) {}

  async read(request: IncomingRequest, sent: SentLogout): Promise<ReadLogout> {
    const tenant = await this.place.of(request);
    const { organizationId, slug } = tenant;
    const connection = await this.connections.find({ ...NO_TRANSACTION, organizationId });
    if (!isSamlConnection(connection)) throw new SignOnRejected('not_configured');
    const { certificates, entityId: issuer } = connection;
    const verified = 'query' in sent ? byQuery(sent.query, certificates) : byForm(sent.form, certificates);
    const { parameter, root, relayState } = verified;
    // The relay state is returned in an address.
    if (relayState !== null && relayState.length > MAX_RELAY_STATE) throw new SignOnRejected('too_large');
    const expected = { issuer, logoutUrl: this.providers.of(slug).logoutUrl };
    const read = { tenant, connection, relayState };
    return parameter === 'SAMLRequest'
      ? { ...read, kind: 'request', request: readLogoutRequest(root, expected) }
      : { ...read, kind: 'response', response: readLogoutResponse(root, expected) };
  }
}

function byQuery(query: string, certificates: readonly string[]): Verified {
  const { parameter, message, relayState } = readRedirect(query, certificates);
  checkSignedRoot(message.root, 'elsewhere');
  return { parameter, root: message.root, relayState };
}

function byForm(form: unknown, certificates: readonly string[]): Verified {
  const { SAMLRequest, SAMLResponse, RelayState } = (form ?? {}) as Record<string, unknown>;
  if (SAMLRequest !== undefined && SAMLResponse !== undefined) throw new SignOnRejected('malformed');
  const message = readSamlMessage(SAMLRequest ?? SAMLResponse);
  checkSignedRoot(message.root, 'inside');
  return {
    parameter: SAMLRequest === undefined ? 'SAMLResponse' : 'SAMLRequest',
    root: covered(message, certificates),
    relayState: typeof RelayState === 'string' ? RelayState : null,
  };
}

/** The message as covered by its signature. */
function covered(message: SamlMessage, certificates: readonly string[]): Element {
  const text = signedText(message, certificates);
  if (text === null) throw new SignOnRejected('signature_invalid');
  return readSamlBytes(Buffer.from(text)).root;
}
