import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { OrganizationId } from '../../kernel/ids';
import { SignOnRequired } from '../../access/access-errors';
import { Authenticator } from '../../access/authenticator';
import type { IncomingRequest } from '../../access/incoming-request';
import type { Person } from '../../access/principal';
import type { FormFields } from '../../rpc/pages/form-body';
import { FORM_TOKEN_FIELD, FormTokens } from '../../rpc/pages/form-tokens';
import { type Page, redirect } from '../../rpc/pages/page';
import { ApexHost } from './apex-host';
import { codeAnswer, refusalAnswer } from './authorization-answer';
import { type AuthorizationRequest, checkRequest, stateOf } from './authorization-request';
import { AuthorizationsService } from './authorizations.service';
import { authorizePath, signInPath } from './authorize-path';
import { type AuthorizingPerson, AuthorizingPersonReadModel } from './authorizing-person.read-model';
import { ClientsReadModel, type OAuthClient } from './clients.read-model';
import { consentPage } from './consent.page';
import { OAuthRefusal } from './oauth-refusal';
import { QueryParameters } from './query-parameters';
import { SignOnDepartures } from './sign-on/sign-on-departures.service';

/** As long as an address that signing in can bring back (`continuePath`). */
const QUERY_MAX = 3_800;

interface Asked {
  query: QueryParameters;
  client: OAuthClient;
  redirectUri: string;
  request: AuthorizationRequest;
}

/** /oauth/authorize: shows a person who asks for what, and takes their decision. */
@Injectable()
export class ConsentService {
  constructor(
    private readonly apex: ApexHost,
    private readonly authenticator: Authenticator,
    private readonly clients: ClientsReadModel,
    private readonly people: AuthorizingPersonReadModel,
    private readonly formTokens: FormTokens,
    private readonly authorizations: AuthorizationsService,
    private readonly departures: SignOnDepartures,
  ) {}

  show(request: IncomingRequest, queryText: string): Promise<Page> {
    this.apex.refuseOthers(request);
    return this.judged(queryText, async (asked) => {
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

  /** The request is judged anew: the form is the browser's, and the application may have changed. */
  decide(request: IncomingRequest, fields: FormFields): Promise<Page> {
    this.apex.refuseOthers(request);
    return this.judged(fields['request'] ?? '', async (asked) => {
      const person = await this.signedIn(request);
      if (person === null) return signInFirst(asked.query);
      this.formTokens.check(person, fields[FORM_TOKEN_FIELD]);
      const { decision } = fields;
      if (decision === 'deny') throw new OAuthRefusal('access_denied', 'The person refused');
      if (decision !== 'approve') throw new AppError('BAD_REQUEST', 'Choose whether to authorize it');
      const { organizations } = await this.authorizing(person);
      const chosen = organizations.find(({ id }) => id === fields['organizationId']);
      if (!chosen) throw new AppError('BAD_REQUEST', 'Choose one of your organizations');
      return this.approved(request, person, chosen.id, asked);
    });
  }

  /** Whom the organization wants to see signed on goes there first, and decides again when they are back. */
  private async approved(
    request: IncomingRequest,
    person: Person,
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
      const departure = await this.departures.toOrganization(request, organizationId, path);
      if (departure === null) throw thrown;
      return departure;
    }
  }

  /** A refusal goes to the client, once it is known that the address is the client's; before that nobody is sent anywhere. */
  private async judged(queryText: string, act: (asked: Asked) => Promise<Page>): Promise<Page> {
    const query = new QueryParameters(queryText);
    if (query.text.length > QUERY_MAX) throw new AppError('BAD_REQUEST', 'This address is too long');
    const client = await this.clientOf(query);
    const redirectUri = redirectUriOf(query, client);
    try {
      return await act({ query, client, redirectUri, request: checkRequest(query, client) });
    } catch (thrown) {
      if (!(thrown instanceof OAuthRefusal)) throw thrown;
      return redirect(refusalAnswer(this.addressOf({ query, redirectUri }), thrown));
    }
  }

  private async clientOf(query: QueryParameters): Promise<OAuthClient> {
    const clientId = query.isRepeated('client_id') ? null : query.value('client_id');
    const client = clientId === null ? null : await this.clients.find(clientId);
    if (client === null)
      throw new AppError('BAD_REQUEST', 'No such application: its client_id is not known here');
    return client;
  }

  /** A token is no person at a browser: it must not let in what outlives it. */
  private async signedIn(request: IncomingRequest): Promise<Person | null> {
    const person = await this.authenticator.person(request);
    return person?.credential.kind === 'session' ? person : null;
  }

  /** With the organizations that their session may enter: a single sign-on vouches for its own alone. */
  private async authorizing({ userId, credential }: Person): Promise<AuthorizingPerson> {
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

/** Letter by letter one of the registered ones. */
function redirectUriOf(query: QueryParameters, client: OAuthClient): string {
  const uri = query.isRepeated('redirect_uri') ? null : query.value('redirect_uri');
  if (uri === null || !client.redirectUris.includes(uri)) {
    throw new AppError('BAD_REQUEST', 'This redirect_uri is not registered for the application');
  }
  return uri;
}

function signInFirst(query: QueryParameters): Page {
  return redirect(signInPath(query));
}
