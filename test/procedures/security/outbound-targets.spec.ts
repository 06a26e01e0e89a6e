import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import type { WireAnswer, WireClient } from '../../support/client';
import { anOrganization } from '../../support/factories/organization.factory';
import { FORBIDDEN_TARGETS } from './forbidden-targets';

/** Every place where an address is entered that the service then fetches. */
const ENTRIES: Readonly<Record<string, (address: string) => object>> = {
  metadata: (address) => ({ type: 'saml', metadata: address }),
  issuer: (address) => ({ type: 'oidc', issuer: address, clientId: 'trestle', clientSecret: 'a secret' }),
};

async function listening(host: string, listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

describe('addresses that users enter', () => {
  let app: TestApp;
  let client: WireClient;
  let canary: { server: Server; port: number };
  let allowed: { server: Server; port: number };
  let connections = 0;
  let redirect: { status: number; location: string } | null = null;
  const asked: string[] = [];
  beforeAll(async () => {
    canary = await listening('0.0.0.0', (_request, response) => response.end('the canary'));
    canary.server.on('connection', () => (connections += 1));
    allowed = await listening('127.0.0.1', ({ url = '' }, response) => {
      asked.push(url);
      if (redirect === null) response.writeHead(404).end();
      else response.writeHead(redirect.status, { location: redirect.location }).end();
    });
    app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: `127.0.0.1:${allowed.port}` });
    ({ client } = (await anOrganization({ app })).owner);
  });
  afterAll(async () => {
    await app.close();
    canary.server.close();
    allowed.server.close();
  });

  const enter = (entry: string, address: string): Promise<WireAnswer> =>
    client.mutate('sso.update', ENTRIES[entry]!(address));
  const spelt = (target: string) =>
    target.replaceAll('PORT', String(canary.port)).replaceAll('OPEN', String(allowed.port));
  /** Wrong responses: anything except an error with the field name that reveals nothing about the target. */
  const fault = (entry: string, { status, error, body }: WireAnswer): unknown => {
    const path = error?.data.issues?.[0]?.path;
    const tells = /canary|ECONN|ENOTFOUND|EHOST|ENETUNREACH/.test(JSON.stringify(body));
    return status === 400 && path === entry && !tells ? null : [status, path, error?.message];
  };

  it.each(Object.keys(ENTRIES))('%s: nothing internal is reached, and no probe arrives', async (entry) => {
    const wrong: unknown[] = [];
    for (const target of FORBIDDEN_TARGETS) {
      const found = fault(entry, await enter(entry, spelt(target)));
      if (found !== null) wrong.push([target, found]);
    }
    expect(wrong).toEqual([]);
    expect(connections).toBe(0);
  });

  it.each(Object.keys(ENTRIES))(
    '%s: an allowed target is called, and its redirects are not followed',
    async (entry) => {
      asked.length = 0;
      const wrong: unknown[] = [];
      for (const status of [301, 302, 303, 307, 308]) {
        for (const to of [
          'http://127.0.0.1:PORT/',
          'http://localhost:PORT/',
          '//127.0.0.1:PORT/',
          'http://127.0.0.1:OPEN/again',
        ]) {
          redirect = { status, location: spelt(to) };
          const found = fault(entry, await enter(entry, `http://127.0.0.1:${allowed.port}/first`));
          if (found !== null) wrong.push([status, to, found]);
        }
      }
      expect(wrong).toEqual([]);
      expect(connections).toBe(0);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter((url) => !url.includes('/first'))).toEqual([]);
    },
  );

  it('control: the canary reports requests', async () => {
    const answer = await fetch(`http://127.0.0.1:${canary.port}/`);
    expect([await answer.text(), connections]).toEqual(['the canary', 1]);
  });
});
