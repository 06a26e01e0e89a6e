import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { OrganizationId } from '../../../kernel/ids';
import { SignOnRequired } from '../../../access/access-errors';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { AuthenticatedUser } from '../../../access/principal';
import type { FormFields } from '../../../http/pages/form-body';
import { FORM_TOKEN_FIELD, FormTokens } from '../../../http/pages/form-tokens';
import { type Page, redirect } from '../../../http/pages/page';
import { ApexHostService } from '../apex-host.service';
import { codeAnswer, errorResponse } from './authorization-response';
import { type AuthorizationRequest, checkRequest, stateOf } from './authorization-request';
import { AuthorizationsService } from './authorizations.service';
import { authorizePath, signInPath } from './authorize-path';
import { type AuthorizingPerson, AuthorizingUserReadModel } from './authorizing-user.read-model';
import { ClientsReadModel, type OAuthClient } from '../applications/clients.read-model';
import { consentPage } from './consent.page';
import { OAuthRequestError } from '../oauth-request-error';
import { QueryParameters } from './query-parameters';
import { isRegisteredRedirectUri } from './registered-redirect-uri';
import { SignOnRequestService } from '../sign-on/sign-on-request.service';

/** The longest query that still fits the path to continue with after signing in (`continuePath`). */
const QUERY_MAX = 3_800;

interface Asked {
  query: QueryParameters;
  client: OAuthClient;
  redirectUri: string;
  request: AuthorizationRequest;
}

/** /oauth/authorize: shows the consent page and processes the user's decision. */
@Injectable()
export class ConsentService {
  constructor(
    private readonly apex: ApexHostService,
    private readonly authenticator: Authenticator,
    private readonly clients: ClientsReadModel,
    private readonly people: AuthorizingUserReadModel,
    private readonly formTokens: FormTokens,
    private readonly authorizations: AuthorizationsService,
    private readonly signOnRequests: SignOnRequestService,
  ) {}

  show(request: IncomingRequest, queryText: string): Promise<Page> {
    this.apex.rejectOthers(request);
    return this.validated(queryText, async (asked) => {
      const person = await this.signedIn(request);
      if (person === null) return signInFirst(asked.query);
      return consentPage({
        client: asked.client,
        person: await this.authorizing(person),
        scopes: asked.request.scopes,
        redirectUri: asked.redirectUri,
        query: asked.query,
        formToken: this.formTokens.of(person),
      });
    });
  }

  /** The request is validated again: the form was in the browser, and the application may have changed. */
  decide(request: IncomingRequest, fields: FormFields): Promise<Page> {
    this.apex.rejectOthers(request);
    return this.validated(fields['request'] ?? '', async (asked) => {
      const person = await this.signedIn(request);
      if (person === null) return signInFirst(asked.query);
      this.formTokens.check(person, fields[FORM_TOKEN_FIELD]);
      const { decision } = fields;
      if (decision === 'deny') throw new OAuthRequestError('access_denied', 'The user denied the request');
      if (decision !== 'approve')
        throw new AppError('BAD_REQUEST', 'Choose whether to authorize the application');
      const { organizations } = await this.authorizing(person);
      const chosen = organizations.find(({ id }) => id === fields['organizationId']);
      if (!chosen) throw new AppError('BAD_REQUEST', 'Choose one of your organizations');
      return this.approved(request, person, chosen.id, asked);
    });
  }

  /** If the organization requires single sign-on, the user signs in there first and then decides again. */
  private async approved(
    request: IncomingRequest,
    person: AuthenticatedUser,
    organizationId: OrganizationId,
    asked: Asked,
  ): Promise<Page> {
    const { client, redirectUri } = asked;
    const decision = { request, person, organizationId, client, redirectUri, asked: asked.request };
    try {
      return redirect(codeAnswer(this.addressOf(asked), await this.authorizations.approve(decision)));
    } catch (thrown) {
      if (!(thrown instanceof SignOnRequired)) throw thrown;
      const path = authorizePath(asked.query);
      const signOn = await this.signOnRequests.toOrganization(request, organizationId, path);
      if (signOn === null) throw thrown;
      return signOn;
    }
  }

  /** Errors are sent to the client only after the redirect URI was validated. Stops open redirects. */
  private async validated(queryText: string, act: (asked: Asked) => Promise<Page>): Promise<Page> {
    const query = new QueryParameters(queryText);
    if (query.text.length > QUERY_MAX) throw new AppError('BAD_REQUEST', 'This URL is too long');
    const client = await this.clientOf(query);
    const redirectUri = redirectUriOf(query, client);
    try {
      return await act({ query, client, redirectUri, request: checkRequest(query, client) });
    } catch (thrown) {
      if (!(thrown instanceof OAuthRequestError)) throw thrown;
      return redirect(errorResponse(this.addressOf({ query, redirectUri }), thrown));
    }
  }

  private async clientOf(query: QueryParameters): Promise<OAuthClient> {
    const clientId = query.isRepeated('client_id') ? null : query.value('client_id');
    const client = clientId === null ? null : await this.clients.find(clientId);
    if (client === null)
      throw new AppError('BAD_REQUEST', 'Unknown application: no client has this client_id');
    return client;
  }

  /** Requires a session. A token must not authorize an application that remains authorized after the token expires. */
  private async signedIn(request: IncomingRequest): Promise<AuthenticatedUser | null> {
    const person = await this.authenticator.person(request);
    return person?.credential.kind === 'session' ? person : null;
  }

  /** The user with the organizations that the session can access: a single sign-on session can access only its own. */
  private async authorizing({ userId, credential }: AuthenticatedUser): Promise<AuthorizingPerson> {
    const person = await this.people.find(userId);
    const only = credential.kind === 'session' ? credential.signOnOrganizationId : null;
    const organizations = person?.organizations.filter(({ id }) => only === null || id === only) ?? [];
    if (!person || organizations.length === 0) {
      throw new AppError('FORBIDDEN', 'You are not an active member of any organization');
    }
    return { ...person, organizations };
  }

  private addressOf({ query, redirectUri }: Pick<Asked, 'query' | 'redirectUri'>) {
    return { redirectUri, issuer: this.apex.issuer, state: stateOf(query) };
  }
}

function redirectUriOf(query: QueryParameters, client: OAuthClient): string {
  const uri = query.isRepeated('redirect_uri') ? null : query.value('redirect_uri');
  if (uri === null || !isRegisteredRedirectUri(uri, client.redirectUris)) {
    throw new AppError('BAD_REQUEST', 'This redirect_uri is not registered for the application');
  }
  return uri;
}

function signInFirst(query: QueryParameters): Page {
  return redirect(signInPath(query));
}
