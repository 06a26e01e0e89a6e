import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TEST_SECRET } from '../support/app';
import { cloneDatabase } from '../support/database';
import { type RawAnswer, sendRaw } from '../support/raw-http';
import { ServiceProcess } from '../support/service-process';
import { errorOf } from '../support/wire-shape';

const ONE = 'trestle.test';
const TWO = 'two.trestle.test';
const PASSWORD = 'correct horse battery staple';
const ACME_IN_TWO = `http://acme.${TWO}`;
const REFERRAL = { reason: 'other_cell', location: ACME_IN_TWO };
const BROWSER = { accept: 'text/html,application/xhtml+xml' };

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Two installations that share nothing but the directory. */
describe('two cells', () => {
  let folder: string;
  let directoryFile: string;
  let one: ServiceProcess;
  let two: ServiceProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trestle-cells-'));
    directoryFile = join(folder, 'cells.json');
    writeFileSync(directoryFile, '{}');
    const cell = async (host: string, name: string) =>
      new ServiceProcess({
        DATABASE_URL: await cloneDatabase(),
        APP_SECRET: `${TEST_SECRET} ${name}`,
        DATA_DIR: join(folder, name),
        PUBLIC_URL: `http://${host}`,
        CELL_DIRECTORY: directoryFile,
        RATE_LIMITS: 'off',
        ROLES: 'api,realtime',
      });
    one = await cell(ONE, 'one');
    two = await cell(TWO, 'two');
    await Promise.all([one.ready(), two.ready()]);
    await register(two, TWO, 'acme');
    await register(one, ONE, 'globex');
    const isKnown = ({ stdout }: ServiceProcess) => stdout.includes('the directory of cells was read again');
    writeFileSync(directoryFile, JSON.stringify({ acme: `http://${TWO}`, globex: `http://${ONE}` }));
    await vi.waitUntil(() => isKnown(one) && isKnown(two), { timeout: 60_000 });
  }, 180_000);
  afterAll(async () => {
    await Promise.all([one?.discard(), two?.discard()]);
    rmSync(folder, { recursive: true, force: true });
  });

  function send(cell: ServiceProcess, host: string, { method = 'GET', path, headers = {}, body }: Sent) {
    const content = body === undefined ? '' : JSON.stringify(body);
    const lines = Object.entries({
      host,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const port = Number(new URL(cell.url).port);
    return sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
  }

  const register = (
    cell: ServiceProcess,
    host: string,
    organizationSlug?: string,
    organizationName = 'Acme',
  ) =>
    send(cell, host, {
      method: 'POST',
      path: '/api/auth/register',
      body: {
        name: 'Ann',
        email: `ann-${Math.random()}@example.com`,
        password: PASSWORD,
        organizationName,
        ...(organizationSlug === undefined ? {} : { organizationSlug }),
      },
    });

  const jsonOf = ({ body }: RawAnswer): unknown => JSON.parse(body);
  const outcome = ({ status, headers }: RawAnswer) => [status, headers['location']];

  it('a browser is redirected to the cell of the organization, with path and query', async () => {
    const answer = await send(one, `acme.${ONE}`, { path: '/signin?continue=%2Fboards', headers: BROWSER });
    expect(outcome(answer)).toEqual([307, `${ACME_IN_TWO}/signin?continue=%2Fboards`]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const there = await send(two, `acme.${TWO}`, { path: '/signin', headers: BROWSER });
    expect(there.status).toBe(200);
  });

  it.each(['//evil.example/x', '/\\evil.example', '/%2F%2Fevil.example'])(
    'no spelling of the path leads elsewhere: %s',
    async (path) => {
      const { headers } = await send(one, `acme.${ONE}`, { path, headers: BROWSER });
      expect(new URL(headers['location']!).origin).toBe(ACME_IN_TWO);
    },
  );

  it('a whole URL in place of the path is no path', async () => {
    const answer = await send(one, `acme.${ONE}`, { path: 'http://evil.example/x', headers: BROWSER });
    expect(outcome(answer)).toEqual([400, undefined]);
  });

  it('a program gets the address in an error, and no redirect that could take its credentials along', async () => {
    const headers = { authorization: 'Bearer svc_pat_anything' };
    for (const call of [
      { path: '/api/trpc/auth.me' },
      { method: 'POST', path: '/api/trpc/items.create', body: { json: { name: 'x' } } },
    ]) {
      const answer = await send(one, `acme.${ONE}`, { ...call, headers });
      expect(outcome(answer)).toEqual([404, undefined]);
      expect(jsonOf(answer)).toMatchObject({ error: { data: { code: 'NOT_FOUND', ...REFERRAL } } });
      expect(jsonOf(answer)).toMatchObject({ error: { json: { data: REFERRAL } } });
    }
    const byHeader = await send(one, ONE, {
      path: '/api/trpc/auth.me',
      headers: { ...headers, 'x-tenant-id': 'acme' },
    });
    expect(jsonOf(byHeader)).toMatchObject({ error: { data: REFERRAL } });
  });

  it('a form that a browser posts is not sent on', async () => {
    const answer = await send(one, `acme.${ONE}`, { method: 'POST', path: '/signin', headers: BROWSER });
    expect(outcome(answer)).toEqual([404, undefined]);
    expect(answer.body).toContain(ACME_IN_TWO);
  });

  it('a socket gets the address before it opens', async () => {
    const socket = new WebSocket(`${one.url.replace('http', 'ws')}/ws/brd_00000000000000000000000000`, {
      headers: { host: `acme.${ONE}` },
    });
    const body = await new Promise<string>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      });
    });
    expect(JSON.parse(body)).toMatchObject({ error: { data: REFERRAL } });
  });

  it('each cell serves its own organizations, and every other name as before', async () => {
    const own = await send(one, `globex.${ONE}`, { path: '/', headers: BROWSER });
    const unknown = await send(one, `unknown.${ONE}`, { path: '/', headers: BROWSER });
    expect([own.status, unknown.status]).toEqual([200, 200]);
    const call = await send(one, `unknown.${ONE}`, { path: '/api/trpc/auth.me' });
    expect(jsonOf(call)).toEqual(errorOf('UNAUTHORIZED', 'auth.me'));
    const health = await send(one, `acme.${ONE}`, { path: '/api/health' });
    expect(health.status).toBe(200);
  });

  it('no cell gives a new organization the slug of another cell', async () => {
    const taken = await register(one, ONE, 'acme');
    expect(taken.status).toBe(409);
    const address = await register(one, ONE, 'two');
    expect(address.status).toBe(409);
    const derived = await register(one, ONE, undefined, 'Acme');
    expect(derived.status).toBe(201);
    expect(jsonOf(derived)).toMatchObject({ organization: { slug: 'acme-2' } });
  });

  it('serves an organization that the directory gives to another cell too early', async () => {
    const early = await register(one, ONE, 'umbrella');
    expect(early.status).toBe(201);
    const readings = () => one.stdout.split('the directory of cells was read again').length;
    const before = readings();
    writeFileSync(directoryFile, JSON.stringify({ acme: `http://${TWO}`, umbrella: `http://${TWO}` }));
    await vi.waitUntil(() => readings() > before, { timeout: 60_000 });
    const answer = await send(one, `umbrella.${ONE}`, { path: '/', headers: BROWSER });
    expect(answer.status).toBe(200);
  });
});
