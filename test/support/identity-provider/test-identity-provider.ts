import { inflateRawSync } from 'node:zlib';
import { sharedApp, type TestApp } from '../app';
import { APEX, WireClient, type WireAnswer } from '../client';
import { made } from '../factories/workspace.factory';
import { anOrganization, type TestOrganization } from '../factories/organization.factory';
import { encryptedAssertion, type EncryptionOptions } from './encrypted-assertion';
import { assertionXml, responseXml, type SamlStatement, signed } from './saml-response';
import { type SigningKey, signingKey } from './self-signed';

/** A browser that has been sent to the provider. */
export interface Journey {
  requestId: string;
  cookie: string;
  location: URL;
}

/** An organization that signs people on by a provider whose key is at hand. */
export class TestIdentityProvider {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly acsUrl: string;
  readonly audience: string;
  readonly key: SigningKey = signingKey('provider');

  constructor(
    readonly organization: TestOrganization,
    name = organization.slug,
  ) {
    const own = `http://${organization.slug}.${APEX}/api/auth/saml`;
    this.entityId = `https://idp.example.com/${name}`;
    this.ssoUrl = `https://idp.example.com/${name}/sso`;
    this.acsUrl = `${own}/acs`;
    this.audience = `${own}/metadata`;
  }

  /** What sso.update takes. */
  get settings() {
    return {
      type: 'saml',
      entityId: this.entityId,
      ssoUrl: this.ssoUrl,
      certificates: [this.key.certificate],
      attributeMapping: { email: 'email', name: 'name' },
      // A key of the organization costs time, and most tests are about what the provider says.
      signRequests: false,
    };
  }

  /** What this provider reads of the organization, as others do. */
  async metadata(): Promise<string> {
    const { body } = await this.browser().request('GET', '/api/auth/saml/metadata');
    return String(body);
  }

  async certificateFor(use: 'signing' | 'encryption'): Promise<string> {
    const place = new RegExp(`use="${use}"[\\s\\S]*?X509Certificate>([^<]+)<`);
    const base64 = place.exec(await this.metadata())![1]!.trim();
    return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`;
  }

  /** The response of a provider that encrypts; `inner` can change what it encrypts. */
  async respondEncrypted(
    journey: Pick<Journey, 'requestId'>,
    options: EncryptionOptions & { told?: Partial<SamlStatement>; inner?: (signed: string) => string } = {},
  ): Promise<string> {
    const { told = {}, inner = (signed: string) => signed, ...encryption } = options;
    const statement = this.statement(journey, told);
    const assertion = inner(signed(assertionXml(statement), 'Assertion', this.key));
    const certificate = await this.certificateFor('encryption');
    return responseXml(statement, encryptedAssertion(assertion, certificate, encryption));
  }

  /** An address of no one else. */
  emailOf(nameId: string): string {
    return `${nameId}@${this.organization.slug}.example.org`;
  }

  browser(cookie?: string): WireClient {
    return new WireClient(this.organization.app, {
      slug: this.organization.slug,
      ...(cookie ? { cookie } : {}),
    });
  }

  async begin(path = '/api/auth/saml/login', cookie?: string): Promise<Journey> {
    const answer = await this.browser(cookie).request('GET', path);
    if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}: ${String(answer.body)}`);
    const location = new URL(answer.headers['location']!);
    const request = inflateRawSync(
      Buffer.from(location.searchParams.get('SAMLRequest')!, 'base64'),
    ).toString();
    const setCookie = answer.headers['set-cookie']!;
    return {
      requestId: / ID="([^"]+)"/.exec(request)![1]!,
      cookie: String(setCookie).split(';', 1)[0]!,
      location,
    };
  }

  statement({ requestId }: Pick<Journey, 'requestId'>, told: Partial<SamlStatement> = {}): SamlStatement {
    const { acsUrl, audience, entityId: issuer } = this;
    const nameId = told.nameId ?? 'person-1';
    const attributes = { email: this.emailOf(nameId), name: 'Sam Signed-On' };
    return { acsUrl, audience, issuer, inResponseTo: requestId, nameId, attributes, ...told };
  }

  /** What an honest provider sends. */
  respond(journey: Pick<Journey, 'requestId'>, told: Partial<SamlStatement> = {}): string {
    const statement = this.statement(journey, told);
    return signed(responseXml(statement, assertionXml(statement)), 'Assertion', this.key);
  }

  /** The form that the browser brings back. */
  send(
    response: string | Record<string, string>,
    { cookie }: Partial<Pick<Journey, 'cookie'>>,
    relayState?: string,
  ): Promise<WireAnswer> {
    const fields =
      typeof response === 'string'
        ? {
            SAMLResponse: Buffer.from(response).toString('base64'),
            ...(relayState === undefined ? {} : { RelayState: relayState }),
          }
        : response;
    return this.post(new URLSearchParams(fields).toString(), cookie);
  }

  post(body: string, cookie?: string): Promise<WireAnswer> {
    return this.browser(cookie).request('POST', '/api/auth/saml/acs', body, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.example.com',
      'sec-fetch-site': 'cross-site',
      accept: 'text/html',
    });
  }

  /** The whole flow; the response of the last step. */
  async signOn(told: Partial<SamlStatement> = {}): Promise<WireAnswer> {
    const journey = await this.begin();
    return this.send(this.respond(journey, told), journey);
  }
}

/** An organization that signs people on, set up by its owner. */
export async function aSignOn(
  options: { app?: TestApp; settings?: object } = {},
): Promise<TestIdentityProvider> {
  const organization = await anOrganization({ app: options.app ?? (await sharedApp()) });
  const provider = new TestIdentityProvider(organization);
  await made(organization.owner.client, 'sso.update', { ...provider.settings, ...options.settings });
  return provider;
}

/** The session that a response starts; null when it starts none. */
export function sessionOf(answer: WireAnswer): string | null {
  const given = [answer.headers['set-cookie'] ?? []].flat() as unknown as string[];
  const session = given.find((cookie) => cookie.startsWith('session='));
  return session === undefined ? null : session.split(';', 1)[0]!;
}
