import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient, type WireAnswer } from '../../support/client';
import { cloneDatabase } from '../../support/database';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { TcpProxy } from '../../support/tcp-proxy';
import { errorOf } from '../../support/wire-shape';

const FROZEN_MS = 9_000;
const LONGEST_CALL_MS = 5_000;
/** More than the pool has connections, and more than one organization may use. */
const CALLERS = 20;

type Call = [path: string, call: () => Promise<WireAnswer>];

interface TimedAnswer {
  path: string;
  answer: WireAnswer;
  durationMs: number;
}

describe('a database that accepts connections and is silent', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let organization: TestOrganization;
  beforeEach(async () => {
    const through = await TcpProxy.before(await cloneDatabase());
    proxy = through.proxy;
    app = await startApp({ DATABASE_URL: through.url });
    organization = await anOrganization({ app });
    // Fills caches, and the pool with open connections.
    await Promise.all(
      Array.from({ length: CALLERS }, () => organization.owner.client.query('workspaces.list')),
    );
  });
  afterEach(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
  });

  const ofTheOrganization: Call[] = [
    ['workspaces.list', () => organization.owner.client.query('workspaces.list')],
    ['workspaces.create', () => organization.owner.client.mutate('workspaces.create', { name: 'Away' })],
  ];
  const calls: Call[] = [
    ...ofTheOrganization,
    [
      '/api/auth/signin',
      () =>
        new WireClient(app).request('POST', '/api/auth/signin', {
          email: 'a@b.example',
          password: 'password',
        }),
    ],
  ];

  /** Callers that call again after each response, until the time is over. */
  async function callFor(ms: number, calls: Call[]): Promise<TimedAnswer[]> {
    const answers: TimedAnswer[] = [];
    const endsAtMs = performance.now() + ms;
    const caller = async (at: number) => {
      const [path, call] = calls[at % calls.length]!;
      while (performance.now() < endsAtMs) {
        const beganMs = performance.now();
        const answer = await call();
        answers.push({ path, answer, durationMs: performance.now() - beganMs });
        await delay(50);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, at) => caller(at)));
    return answers;
  }

  const ready = () => new WireClient(app).request('GET', '/api/health/ready');

  it('returns 503 for every call within five seconds while the server is frozen, and recovers', async () => {
    proxy.freeze();
    const [answers, readiness] = await Promise.all([callFor(FROZEN_MS, calls), delay(1_000).then(ready)]);
    expect(readiness.status).toBe(503);
    expect(answers.length).toBeGreaterThan(CALLERS);
    for (const { path, answer, durationMs } of answers) {
      expect([path, answer.status, answer.body]).toEqual([path, 503, errorOf('SERVICE_UNAVAILABLE', path)]);
      expect(answer.headers['retry-after']).toBe('1');
      expect(durationMs).toBeLessThan(LONGEST_CALL_MS);
    }
    const batch = await organization.owner.client.request(
      'GET',
      '/api/trpc/workspaces.list,workspaces.list,workspaces.list?batch=1',
    );
    expect(batch.status).toBe(503);

    proxy.restore();
    await expect
      .poll(
        async () => (await organization.owner.client.mutate('workspaces.create', { name: 'Back' })).status,
        {
          timeout: 5_000,
        },
      )
      .toBe(200);
    await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(200);
  });

  it('replaces silent connections while new ones work', async () => {
    proxy.silence();
    const [answers, readiness] = await Promise.all([callFor(2_000, ofTheOrganization), ready()]);
    expect(readiness.status).toBe(503);
    for (const { answer, durationMs } of answers) {
      expect([200, 503]).toContain(answer.status);
      expect(durationMs).toBeLessThan(LONGEST_CALL_MS);
    }
    // Without the proxy's help: the silent connections stay silent.
    const later = await callFor(1_000, ofTheOrganization);
    expect(new Set(later.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(200);
  });
});
