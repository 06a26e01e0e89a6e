import { Injectable } from '@nestjs/common';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { bearerDigest } from '../../../access/bearer-secret';
import type { IncomingRequest } from '../../../access/incoming-request';
import { RateLimits } from '../../../access/rate-limits';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { FormFields } from '../../../http/pages/form-body';
import { clientCredentials } from './client-credentials';
import { ClientsReadModel, type OAuthClient } from '../applications/clients.read-model';
import { OAuthRequestError } from '../oauth-request-error';
import { isSameSecret } from '../../../platform/crypto/constant-time';

/**
 * Authenticates the application that calls an endpoint (RFC 6749, 2.3): with its secret, or with only its id if it is
 * public.
 */
@Injectable()
export class ClientAuthenticationService {
  constructor(
    private readonly clients: ClientsReadModel,
    private readonly limits: RateLimits,
    private readonly trail: AuditTrail,
  ) {}

  async authenticate(request: IncomingRequest, fields: FormFields): Promise<OAuthClient> {
    const authorization = request.header('authorization');
    const { clientId, clientSecret } = clientCredentials(authorization, fields);
    const client = await this.clients.find(clientId);
    if (client === null || !isSecretOf(client, clientSecret)) {
      if (client !== null) await this.recordRejection(request, client);
      throw new OAuthRequestError('invalid_client', 'Unknown client or wrong client secret');
    }
    // Counts confidential clients only: anyone who knows a public client id could exhaust its limit.
    if (client.secretDigest !== null) await this.limits.application(request.rate, client.applicationId);
    return client;
  }

  private recordRejection(request: IncomingRequest, client: OAuthClient): Promise<void> {
    const context = { ...NO_TRANSACTION, requestId: request.id, organizationId: client.organizationId };
    return this.trail.record(context, auditActor(request, null), {
      action: 'oauth.token',
      outcome: 'failure',
      reason: 'invalid_client',
      target: client.applicationId,
    });
  }
}

function isSecretOf({ secretDigest }: OAuthClient, given: string | null): boolean {
  if (secretDigest === null) return given === null;
  return given !== null && isSameSecret(bearerDigest(given), secretDigest);
}
