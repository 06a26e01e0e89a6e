import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../../access/incoming-request';
import type { Tenant } from '../../../../access/principal';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import { ConnectionsRepository } from '../../connections.repository';
import { isSamlConnection, type SamlConnection } from '../../connection';
import { ServiceProviders } from '../../service-provider';
import { SignOnPlace } from '../../sign-on-place';
import { SignOnRefused } from '../../sign-on-refused';
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

/** A message about signing out as it came: in the query, or in a form. */
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

/** Reads what an organization's identity provider says of signing out; nothing of it counts that its key has not signed. */
@Injectable()
export class LogoutMessages {
  constructor(
    private readonly place: SignOnPlace,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProviders,
  ) {}

  async read(request: IncomingRequest, sent: SentLogout): Promise<ReadLogout> {
    const tenant = await this.place.of(request);
    const { organizationId, slug } = tenant;
    const connection = await this.connections.find({ ...NO_TRANSACTION, organizationId });
    if (!isSamlConnection(connection)) throw new SignOnRefused('not_configured');
    const { certificates, entityId: issuer } = connection;
    const verified = 'query' in sent ? byQuery(sent.query, certificates) : byForm(sent.form, certificates);
    const { parameter, root, relayState } = verified;
    // It goes back into an address.
    if (relayState !== null && relayState.length > MAX_RELAY_STATE) throw new SignOnRefused('too_large');
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
  if (SAMLRequest !== undefined && SAMLResponse !== undefined) throw new SignOnRefused('malformed');
  const message = readSamlMessage(SAMLRequest ?? SAMLResponse);
  checkSignedRoot(message.root, 'inside');
  return {
    parameter: SAMLRequest === undefined ? 'SAMLResponse' : 'SAMLRequest',
    root: covered(message, certificates),
    relayState: typeof RelayState === 'string' ? RelayState : null,
  };
}

/** The message as its signature covers it. */
function covered(message: SamlMessage, certificates: readonly string[]): Element {
  const text = signedText(message, certificates);
  if (text === null) throw new SignOnRefused('signature_invalid');
  return readSamlBytes(Buffer.from(text)).root;
}
