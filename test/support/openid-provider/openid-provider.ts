import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

type Claims = Record<string, unknown>;
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string };

interface Issued {
  clientId: string;
  redirectUri: string;
  nonce: string | null;
  challenge: string | null;
  claims: Claims;
}

/** What a test makes the provider do wrong. */
export interface Misconduct {
  metadata?: (metadata: Claims) => Claims;
  claims?: (claims: Claims) => Claims;
  /** Signs the ID token instead of the provider. */
  sign?: (claims: Claims, own: TestOpenIdProvider) => Promise<string>;
  /** Responds instead of the endpoint; never, when it returns null. */
  answer?: (path: string) => Answer | null | undefined;
  userinfo?: Claims;
}

interface Options {
  /** What it calls itself; its own address without one. */
  issuer?: string;
  clientId?: string;
  clientSecret?: string;
}

let keys: Promise<{ privateKey: CryptoKey; jwk: JWK }> | undefined;

async function newKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' } };
}

/** An OpenID provider with nothing of the product's code: code flow, PKCE, ID tokens by RS256; and GitHub's API. */
export class TestOpenIdProvider {
  misconduct: Misconduct = {};
  /** Every path that it was asked for. */
  readonly calls: string[] = [];
  /** The form fields of the last token request, and how the client authenticated. */
  lastTokenRequest: { fields: Record<string, string>; authorization: string | undefined } | undefined;
  private lastSubject: unknown;
  /** The user who is signed in at its page, which immediately redirects browsers back. */
  person: Claims = {};
  githubUser: Claims = {};
  githubEmails: unknown = [];
  privateKey!: CryptoKey;
  jwk!: JWK;
  readonly clientId: string;
  readonly clientSecret: string;
  private server!: Server;
  private readonly codes = new Map<string, Issued>();

  private constructor(private readonly options: Options) {
    this.clientId = options.clientId ?? 'the-client';
    this.clientSecret = options.clientSecret ?? 'the secret: of %the client';
  }

  static async start(options: Options = {}): Promise<TestOpenIdProvider> {
    const provider = new TestOpenIdProvider(options);
    ({ privateKey: provider.privateKey, jwk: provider.jwk } = await (keys ??= newKeys()));
    provider.server = createServer((request, response) => void provider.serve(request, response));
    provider.server.listen(0, '127.0.0.1');
    await once(provider.server, 'listening');
    return provider;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return this.options.issuer ?? this.address;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** What someone's browser is sent back with, once they have signed in at the address it was sent to. */
  comeBack(authorizationUrl: string, claims: Claims = {}): URL {
    const asked = new URL(authorizationUrl).searchParams;
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, {
      clientId: asked.get('client_id')!,
      redirectUri: asked.get('redirect_uri')!,
      nonce: asked.get('nonce'),
      challenge: asked.get('code_challenge'),
      claims,
    });
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state')!);
    return back;
  }

  signed(claims: Claims): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(this.privateKey);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.address);
    this.calls.push(pathname);
    const body = await textOf(request);
    const planned = this.misconduct.answer?.(pathname);
    if (planned === null) return;
    const {
      status = 200,
      headers = {},
      body: json,
      text,
    } = planned ?? (await this.answer(pathname, request, body));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text ?? JSON.stringify(json ?? {}));
  }

  private async answer(path: string, request: IncomingMessage, body: string): Promise<Answer> {
    if (path.endsWith('/.well-known/openid-configuration')) return { body: this.metadata() };
    if (path === '/jwks') return { body: { keys: [this.jwk] } };
    if (path === '/authorize') {
      const { href } = this.comeBack(`${this.address}${request.url}`, this.person);
      return { status: 303, headers: { location: href } };
    }
    if (path === '/token') return this.token(request, body);
    if (path === '/userinfo') return { body: this.misconduct.userinfo ?? { sub: this.lastSubject } };
    if (path === '/user') return { body: this.githubUser };
    if (path === '/user/emails') return { body: this.githubEmails };
    return { status: 404 };
  }

  private metadata(): Claims {
    const metadata = {
      issuer: this.issuer,
      authorization_endpoint: `${this.address}/authorize`,
      token_endpoint: `${this.address}/token`,
      jwks_uri: `${this.address}/jwks`,
      userinfo_endpoint: `${this.address}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
    return this.misconduct.metadata?.(metadata) ?? metadata;
  }

  private async token(request: IncomingMessage, body: string): Promise<Answer> {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const { authorization } = request.headers;
    this.lastTokenRequest = { fields, authorization };
    const issued = this.codes.get(fields['code'] ?? '');
    this.codes.delete(fields['code'] ?? '');
    if (!issued || !this.isClient(fields, authorization) || !fits(issued, fields))
      return { status: 400, body: { error: 'invalid_grant' } };
    const answer = { access_token: 'an-access-token', token_type: 'bearer', expires_in: 60 };
    if (issued.nonce === null) return { body: answer };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      nonce: issued.nonce,
      ...issued.claims,
    };
    const told = this.misconduct.claims?.(claims) ?? claims;
    this.lastSubject = (told as Claims)['sub'];
    const sign = this.misconduct.sign ?? ((all) => this.signed(all));
    return { body: { ...answer, id_token: await sign(told, this) } };
  }

  private isClient(fields: Record<string, string>, authorization: string | undefined): boolean {
    const formEncoded = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
    const basic = Buffer.from(`${formEncoded(this.clientId)}:${formEncoded(this.clientSecret)}`);
    if (authorization !== undefined) {
      const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
      return (
        decodeURIComponent(given.replaceAll('+', ' ')) ===
        decodeURIComponent(basic.toString().replaceAll('+', ' '))
      );
    }
    return fields['client_id'] === this.clientId && fields['client_secret'] === this.clientSecret;
  }
}

function fits(issued: Issued, fields: Record<string, string>): boolean {
  const digest = createHash('sha256')
    .update(fields['code_verifier'] ?? '')
    .digest('base64url');
  return issued.redirectUri === fields['redirect_uri'] && issued.challenge === digest;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
