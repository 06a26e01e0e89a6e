import { Injectable } from '@nestjs/common';
import OAuth2Server from '@node-oauth/oauth2-server';
import { clock } from '../../../kernel/clock';
import type { OrganizationId } from '../../../kernel/ids';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { AuthenticatedUser } from '../../../access/principal';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { sessionOf } from '../../accounts';
import type { AuthorizationRequest } from './authorization-request';
import type { OAuthClient } from '../applications/clients.read-model';
import { CodeModel } from './code-model';
import { TokenFamiliesRepository } from '../token/token-families.repository';
import { GrantsRepository } from '../grants/grants.repository';
import { CODE_MS } from '../token/lifetimes';
import { oauthEvents } from '../oauth.events';
import { byLibrary } from '../token/library-errors';

export interface Decision {
  request: IncomingRequest;
  person: AuthenticatedUser;
  organizationId: OrganizationId;
  client: OAuthClient;
  redirectUri: string;
  asked: AuthorizationRequest;
}

type DeciderContext = DatabaseContext & { organizationId: OrganizationId; person: AuthenticatedUser };

/** Carries out a user's decision on the consent page. */
@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly transactions: TransactionRunner,
    private readonly grants: GrantsRepository,
    private readonly families: TokenFamiliesRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the authorization code. */
  async approve(decision: Decision): Promise<string> {
    const { request, person, organizationId, client, asked } = decision;
    // A session that cannot access the organization cannot authorize an application there either.
    await this.authenticator.membershipIn(organizationId, person);
    const context: DeciderContext = { transaction: null, organizationId, person };
    return this.transactions.run(context, async (tx) => {
      const now = clock.now();
      const giver = { userId: person.userId, sessionId: sessionOf(person) };
      const model = new CodeModel(
        tx,
        { ...decision, giver },
        { grants: this.grants, families: this.families, now },
      );
      const code = await byLibrary(() => issued(model, decision));
      const { applicationId } = client;
      const given = { id: model.grantId, applicationId, scopes: [...asked.scopes] };
      await this.outbox.append(tx, oauthEvents.grantCreated.create({ grant: given }));
      await this.trail.record({ ...tx, requestId: request.id }, auditActor(request, person), {
        action: 'oauth.authorize',
        outcome: 'success',
        target: applicationId,
        details: { application: client.name, registeredBy: client.organizationName, scopes: given.scopes },
      });
      return code;
    });
  }
}

async function issued(model: CodeModel, { client, redirectUri, asked, person }: Decision): Promise<string> {
  const { codeChallenge } = asked;
  const server = new OAuth2Server({ model: model.forLibrary() });
  const query: Record<string, string> = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    scope: asked.scopes.join(' '),
    ...(codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  };
  const { authorizationCode } = await server.authorize(
    new OAuth2Server.Request({ headers: {}, method: 'GET', query }),
    new OAuth2Server.Response({ headers: {} }),
    {
      authenticateHandler: { handle: () => ({ id: person.userId }) },
      // The response contains the state as it was sent, without the library's processing.
      allowEmptyState: true,
      authorizationCodeLifetime: CODE_MS / 1_000,
    },
  );
  return authorizationCode;
}
