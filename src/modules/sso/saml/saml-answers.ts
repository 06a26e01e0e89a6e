import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { Tenant } from '../../../access/principal';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { continuePath } from '../../../rpc/pages/continue-path';
import { ConnectionsRepository } from '../connections.repository';
import { isSamlConnection, type SamlConnection } from '../connection';
import { ServiceProviders } from '../service-provider';
import { SignOnPlace } from '../sign-on-place';
import { SignOnRefused } from '../sign-on-refused';
import { attributeOf, childrenNamed } from '../xml';
import { EncryptedResponses } from './encrypted-responses';
import type { Audience } from './saml-assertion';
import type { SamlExchange } from './saml-exchange';
import { readSamlMessage } from './saml-message';
import { samlOptions } from './saml-options';
import { checkStructure } from './saml-structure';

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

/** An answer whose shape passes and whose signature is still to be checked. */
export interface ReadAnswer {
  tenant: Tenant;
  connection: SamlConnection;
  audience: Audience;
  exchange: SamlExchange;
  returnTo: string;
  /** What the response says outside of the assertion; it must not differ from what is signed. */
  inResponseTo: string | null;
}

/** Reads what browsers bring back from identity providers, before anything of it is believed. */
@Injectable()
export class SamlAnswers {
  constructor(
    private readonly place: SignOnPlace,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProviders,
    private readonly encrypted: EncryptedResponses,
  ) {}

  async read(request: IncomingRequest, body: unknown): Promise<ReadAnswer> {
    const tenant = await this.place.of(request);
    const { organizationId, slug } = tenant;
    const context = { ...NO_TRANSACTION, organizationId };
    const connection = await this.connections.find(context);
    if (!isSamlConnection(connection)) throw new SignOnRefused('not_configured');
    if (!FORM.test(request.header('content-type') ?? '')) throw new SignOnRefused('malformed');
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
    if (inResponseTo === null) throw new SignOnRefused('unsolicited');
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

/** Where the person wanted to go; an answer that would lead off this host is refused as a whole. */
function returnPath(relayState: unknown): string {
  if (relayState === undefined || relayState === '') return '/';
  const path = continuePath(relayState);
  if (path !== relayState) throw new SignOnRefused('relay_state_invalid');
  return path;
}
