import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenConnections } from '../../../src/platform/database/open-connections';
import { ServerProbe } from '../../../src/platform/database/server-probe';
import { startApp, type TestApp } from '../../support/app';
import { WireClient, type WireAnswer } from '../../support/client';
import { cloneDatabase } from '../../support/database';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { TcpProxy } from '../../support/tcp-proxy';
import { errorOf } from '../../support/wire-shape';

/** Examinations of the server while it is frozen, of about two seconds each. */
const PROBES = 4;
/** Five seconds on a quiet machine. Without the probe, calls wait for the timeout of TCP, which is minutes. */
const LONGEST_CALL_MS = 60_000;
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

  /** The responses to callers that call at the same time, each of them `times` times. */
  async function answersTo(calls: Call[], times = 1): Promise<TimedAnswer[]> {
    const answers: TimedAnswer[] = [];
    const caller = async (at: number) => {
      const [path, call] = calls[at % calls.length]!;
      for (let time = 0; time < times; time += 1) {
        const beganMs = performance.now();
        const answer = await call();
        answers.push({ path, answer, durationMs: performance.now() - beganMs });
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, at) => caller(at)));
    return answers;
  }

  const ready = () => new WireClient(app).request('GET', '/api/health/ready');

  it('returns 503 for every call, without waiting for TCP, while the server is frozen, and recovers', async () => {
    const givenUp = vi.spyOn(ServerProbe.prototype, 'giveUp');
    proxy.freeze();
    const answers: TimedAnswer[] = [];
    // The first calls wait for the server; it is known to be frozen when the later ones arrive.
    for (let probes = 1; probes <= PROBES; probes += 1) {
      const [answered, readiness] = await Promise.all([answersTo(calls), ready()]);
      answers.push(...answered);
      expect(readiness.status).toBe(503);
      await vi.waitUntil(() => givenUp.mock.calls.length >= probes);
    }
    givenUp.mockRestore();
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
      )
      .toBe(200);
    await expect.poll(async () => (await ready()).status).toBe(200);
  });

  it('replaces silent connections while new ones work', async () => {
    const connections = app.nest.get(OpenConnections);
    const silent = new Set(connections.all());
    proxy.silence();
    const answers: TimedAnswer[] = [];
    const [first, readiness] = await Promise.all([answersTo(ofTheOrganization), ready()]);
    answers.push(...first);
    expect(readiness.status).toBe(503);
    // Without the proxy's help: the silent connections stay silent.
    while (connections.all().some((connection) => silent.has(connection)))
      answers.push(...(await answersTo(ofTheOrganization)));
    for (const { answer, durationMs } of answers) {
      expect([200, 503]).toContain(answer.status);
      expect(durationMs).toBeLessThan(LONGEST_CALL_MS);
    }
    const later = await answersTo(ofTheOrganization, 10);
    expect(new Set(later.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    await expect.poll(async () => (await ready()).status).toBe(200);
  });
});
