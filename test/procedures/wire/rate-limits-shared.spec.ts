import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { findRedis } from '../../support/redis';
import { TcpProxy } from '../../support/tcp-proxy';

const remaining = ({ headers }: WireAnswer) => Number(headers['x-ratelimit-remaining']);

describe('two replicas with one Redis', () => {
  let isThere = false;
  let proxy: TcpProxy;
  let one: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    const redisUrl = await findRedis();
    if (redisUrl === null) return;
    isThere = true;
    const through = await TcpProxy.before(redisUrl);
    proxy = through.proxy;
    const env = { RATE_LIMITS: 'on', ROLES: 'api', REDIS_URL: through.url };
    one = await startApp(env);
    other = await startApp({ ...env, DATABASE_URL: one.databaseUrl });
    for (const app of [one, other]) await untilShared(app);
  });
  beforeEach(({ skip }) => skip(!isThere, 'no Redis: set REDIS_URL'));
  afterAll(async () => {
    if (!isThere) return;
    await one.close();
    await other.close();
    await proxy.close();
  });

  const through = (app: TestApp, { owner }: TestOrganization) => owner.client.at(app);
  const me = (client: WireClient) => client.query('auth.me');

  const healthOf = async (app: TestApp) =>
    (await new WireClient(app).request('GET', '/api/health/redis')).status;
  async function untilShared(app: TestApp): Promise<void> {
    await vi.waitUntil(async () => (await healthOf(app)) === 200);
  }

  it('count together', async () => {
    const organization = await anOrganization({ app: one, plan: 'free' });
    expect(remaining(await me(through(one, organization)))).toBe(59);
    expect(remaining(await me(through(other, organization)))).toBe(58);
    expect(remaining(await me(through(one, organization)))).toBe(57);
  });

  it('allow exactly 60 of 200 concurrent calls', async () => {
    const organization = await anOrganization({ app: one, plan: 'free' });
    const clients = [through(one, organization), through(other, organization)];
    const answers = await Promise.all(Array.from({ length: 200 }, (_, call) => me(clients[call % 2]!)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
    expect(Math.min(...answers.map(remaining))).toBe(0);
  });

  it.each(['cut', 'freeze'] as const)(
    'count separately while Redis is down (%s), never not at all, and together when it is back',
    async (loss) => {
      const before = await anOrganization({ app: one, plan: 'free' });
      await me(through(one, before));
      proxy[loss]();
      const organization = await anOrganization({ app: one, plan: 'free' });
      const began = performance.now();
      const answers: WireAnswer[] = [];
      for (let call = 0; call < 70; call += 1) answers.push(await me(through(one, organization)));
      // A Redis that does not respond delays some calls, not each of them.
      expect(performance.now() - began).toBeLessThan(30_000);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
      expect(remaining(await me(through(other, organization)))).toBe(59);

      proxy.restore();
      for (const app of [one, other]) await untilShared(app);
      // Each finds out by itself; from then on both see one count.
      await expect
        .poll(
          async () => {
            const fresh = await anOrganization({ app: one, plan: 'free' });
            await me(through(one, fresh));
            return remaining(await me(through(other, fresh)));
          },
          { interval: 200 },
        )
        .toBe(58);
      expect(remaining(await me(through(one, before)))).toBeLessThanOrEqual(58);
    },
  );

  it('count together again after their connections have fallen silent', async () => {
    proxy.silence();
    await expect
      .poll(
        async () => {
          const fresh = await anOrganization({ app: one, plan: 'free' });
          await me(through(one, fresh));
          return remaining(await me(through(other, fresh)));
        },
        { interval: 200 },
      )
      .toBe(58);
    for (const app of [one, other]) await untilShared(app);
  });
});
