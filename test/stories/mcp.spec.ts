import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAtUrl, type TestApp } from '../support/app';
import { anOrganization, type TestOrganization } from '../support/factories/organization.factory';
import { callTool, outputOf } from '../support/mcp';
import { aBrowser, anApplication, answerOf, decide, type TestApplication } from '../support/oauth';
import { START } from '../support/service-process';

const REDIRECT_URI = 'http://localhost:3334/callback';

let app: TestApp;
let organization: TestOrganization;
let url: string;
beforeAll(async () => {
  ({ app, url } = await startAtUrl());
  organization = await anOrganization({ app });
});
afterAll(() => app.close());

const newClient = () => new Client({ name: 'story', version: '1.0.0' });

describe('sign-in by OAuth', () => {
  /** A program that its user registered as a public application, as docs/mcp.md describes. */
  class Program implements OAuthClientProvider {
    authorizeUrl: URL | undefined;
    private verifier = '';
    private received: OAuthTokens | undefined;
    readonly redirectUrl = REDIRECT_URI;
    readonly clientMetadata = { redirect_uris: [REDIRECT_URI], scope: 'read write' };

    constructor(private readonly application: TestApplication) {}

    clientInformation(): OAuthClientInformationMixed {
      return { client_id: this.application.clientId };
    }
    tokens() {
      return this.received;
    }
    saveTokens(tokens: OAuthTokens) {
      this.received = tokens;
    }
    redirectToAuthorization(target: URL) {
      this.authorizeUrl = target;
    }
    saveCodeVerifier(verifier: string) {
      this.verifier = verifier;
    }
    codeVerifier() {
      return this.verifier;
    }
  }

  it('a client finds the authorization server, its user approves, and it calls tools', async () => {
    const input = { name: 'Desktop', redirectUris: [REDIRECT_URI], scopes: ['read', 'write'], public: true };
    const program = new Program(await anApplication(organization, input));
    const endpoint = new URL(`${url}/api/mcp`);
    const unauthorized = new StreamableHTTPClientTransport(endpoint, { authProvider: program });
    await expect(newClient().connect(unauthorized)).rejects.toThrow(UnauthorizedError);

    const { authorizeUrl } = program;
    expect(authorizeUrl!.origin + authorizeUrl!.pathname).toBe(`${url}/oauth/authorize`);
    expect(authorizeUrl!.searchParams.get('resource')).toBe(`${url}/api/mcp`);
    const browser = await aBrowser(app, organization.owner);
    const atApex = { ...browser, client: browser.client.as({ headers: { host: new URL(url).host } }) };
    const { code, iss } = answerOf(await decide(atApex, authorizeUrl!.pathname + authorizeUrl!.search));
    await unauthorized.finishAuth(new URLSearchParams({ code: code!, iss: iss! }));

    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(endpoint, { authProvider: program }));
    expect(await outputOf(client, 'auth_me')).toMatchObject({ id: organization.owner.userId });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('items_create');
    expect(tools.map(({ name }) => name)).not.toContain('items_delete');
    await client.close();
  });
});

describe('trestle mcp', () => {
  const transport = (env: Record<string, string>) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [START, 'mcp'],
      env: { PATH: process.env['PATH']!, ...env },
      stderr: 'pipe',
    });

  it('serves the tools of an installation on standard input and output', async () => {
    const { caller } = await organization.tokenFor(organization.owner, ['read']);
    const client = newClient();
    await client.connect(transport({ TRESTLE_URL: url, TRESTLE_TOKEN: caller.token! }));
    expect(client.getServerVersion()).toMatchObject({ name: 'trestle' });
    expect(client.getInstructions()).toContain('boards_get');
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations!.readOnlyHint)).toBe(true);
    expect(await outputOf(client, 'auth_me')).toMatchObject({ id: organization.owner.userId });
    expect(await callTool(client, 'boards_get', { id: 'brd_none' })).toMatchObject({ isError: true });
    await expect(callTool(client, 'boards_delete')).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it.each([
    ['a token that is not valid', { TRESTLE_TOKEN: 'svc_pat_wrong' }, /^Trestle at http\S+ cannot be used: /],
    ['no token', {}, /required option '--token <token>' not specified/],
    [
      'a bad URL',
      { TRESTLE_URL: 'localhost', TRESTLE_TOKEN: 'x' },
      /TRESTLE_URL must be an http or https URL/,
    ],
    [
      'an address without Trestle',
      { TRESTLE_URL: 'http://localhost:9', TRESTLE_TOKEN: 'x' },
      /cannot be used/,
    ],
  ])('exits with one line for %s', async (_name, env, complaint) => {
    const failing = transport({ TRESTLE_URL: url, ...env });
    let complaints = '';
    failing.stderr!.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    await expect(newClient().connect(failing)).rejects.toThrow(/closed/i);
    expect(complaints.trim().split('\n').at(-1)).toMatch(complaint);
  });
});
