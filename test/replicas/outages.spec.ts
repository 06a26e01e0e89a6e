import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TcpProxy } from '../support/tcp-proxy';
import { type Answer, httpCall } from './support/http-call';
import { FAULTS, HealthWatch, outage, until } from './support/outage';
import { PostgresServer } from './support/postgres-server';
import { RedisServer } from './support/redis-server';
import { Replicas } from './support/replicas';
import { report } from './support/report';
import { failuresByKind, SteadyLoad } from './support/steady-load';
import { World } from './support/world';

// Proves: while PostgreSQL or Redis is stopped, frozen, or its connections have fallen silent without notice, processes stay alive,
// say what does not work, and answer every call within the documented time limits. They recover without a restart, and nothing that
// was acknowledged is lost.

/** Requests a second, spread over the replicas. */
const RATE = 30;
const OUTAGE_MS = 12_000;
/** Documented: readiness and health are 503 within 5 s. The rest is for a busy machine. */
const NOTICED_WITHIN_MS = 10_000;
const RECOVERED_WITHIN_MS = Number(process.env['REPLICAS_RECOVERY_MS'] ?? 10_000);
/** Documented: a statement is ended after 10 s; without a server, calls fail sooner. */
const LONGEST_CALL_MS = 12_000;

let postgres: PostgresServer;
let redis: RedisServer;
let toPostgres: TcpProxy;
let toRedis: TcpProxy;
let replicas: Replicas;
let world: World;
let load: SteadyLoad;

beforeEach(async () => {
  [postgres, redis] = await Promise.all([PostgresServer.start(), RedisServer.start()]);
  const [database, counters] = await Promise.all([TcpProxy.before(postgres.url), TcpProxy.before(redis.url)]);
  toPostgres = database.proxy;
  toRedis = counters.proxy;
  replicas = await Replicas.start({
    databaseUrl: database.url,
    redisUrl: counters.url,
    env: { TOKEN_RATE_PER_MINUTE: '5000' },
  });
  world = await World.create(replicas.apiUrls[0]!);
  let turn = 0;
  const next = () => replicas.apiUrls[(turn += 1) % replicas.apiUrls.length]!;
  load = new SteadyLoad(world, RATE, next).start();
  await until(60_000, [async () => load.acknowledged > 20], 'the first writes');
});
afterEach(async () => {
  postgres?.thaw();
  toPostgres?.restore();
  toRedis?.restore();
  await load?.stop();
  await replicas?.discard();
  await Promise.all([toPostgres?.close(), toRedis?.close()]);
  await Promise.all([redis?.discard(), postgres?.discard()]);
});

const statusOf = async (url: string, path: string) =>
  (await httpCall({ method: 'GET', url: `${url}${path}` })).status;
const are = (status: number, path: string, urls: readonly string[]) =>
  urls.map((url) => async () => (await statusOf(url, path)) === status);

const checksOf = async (url: string) =>
  (JSON.parse((await httpCall({ method: 'GET', url: `${url}/api/health/ready` })).text) as { checks: object })
    .checks;

/** Whether a process reports that it is not ready while everything but Redis works. */
function isUnreadyForRedis({ status, text }: Answer): boolean {
  if (status === 200) return false;
  const { checks } = JSON.parse(text) as { checks: Record<string, string> };
  return Object.entries(checks).every(([name, result]) => name === 'redis' || result !== 'error');
}

async function expectNoRestart(before: readonly number[]): Promise<void> {
  expect(replicas.processIds).toEqual(before);
  // The job queue's library also writes traces of lost connections.
  expect(replicas.complaints.filter((line) => line.startsWith('Trestle'))).toEqual([]);
  for (const url of replicas.urls) expect(await statusOf(url, '/api/health')).toBe(200);
}

describe.each(FAULTS)('with PostgreSQL %s', (fault) => {
  it('calls get 503, processes stay alive, and recover without a restart or a loss', async () => {
    const { begin, end } = outage(fault, postgres, toPostgres);
    const before = replicas.processIds;
    const alive = new HealthWatch(replicas.urls, '/api/health');
    const began = begin();
    const noticed = await until(
      NOTICED_WITHIN_MS,
      [...are(503, '/api/health/db', replicas.urls), ...are(503, '/api/health/ready', replicas.urls)],
      'the loss of PostgreSQL',
    );
    await began;
    await delay(OUTAGE_MS - noticed);
    await end();
    const ready = await until(
      RECOVERED_WITHIN_MS,
      [...are(200, '/api/health/ready', replicas.urls), ...are(200, '/api/health/db', replicas.urls)],
      'readiness after the outage',
    );
    const succeeded = load.acknowledged;
    const written = await until(
      RECOVERED_WITHIN_MS,
      [async () => load.acknowledged > succeeded],
      'writes after the outage',
    );
    await alive.stop();
    await load.stop();
    report(
      `PostgreSQL ${fault}: noticed after ${noticed} ms, ready again after ${ready} ms, a write ${written} ms later, ` +
        `longest liveness check ${alive.longestMs} ms; ${load.summary}`,
    );
    expect(alive.answers.filter(({ status }) => status !== 200)).toEqual([]);
    const answers = load.failures.map(({ answer }) => answer);
    expect(failuresByKind(load.failures.filter(({ answer }) => answer.status !== 503))).toEqual([]);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter(({ headers }) => headers['retry-after'] === undefined)).toEqual([]);
    expect(load.longest.milliseconds).toBeLessThan(LONGEST_CALL_MS);
    await expectNoRestart(before);
    expect(await load.lostWrites(replicas.apiUrls[0]!)).toEqual([]);
  });
});

describe.each(FAULTS)('with Redis %s', (fault) => {
  /** Whether one call to each replica in turn counts in one bucket. */
  async function countsAreShared(): Promise<boolean> {
    const left: number[] = [];
    for (const url of replicas.apiUrls) {
      const { headers } = await httpCall({ method: 'GET', url: `${url}/api/trpc/auth.me` });
      left.push(Number(headers['x-ratelimit-remaining']));
    }
    return left.every((each, index) => each === left[0]! - index);
  }

  it('calls succeed, each process limits calls alone, and counts are shared again without a restart', async () => {
    const { begin, end } = outage(fault, redis, toRedis);
    const [first] = replicas.apiUrls;
    const before = replicas.processIds;
    expect(await countsAreShared()).toBe(true);
    const alive = new HealthWatch(replicas.urls, '/api/health');
    const ready = new HealthWatch(replicas.urls, '/api/health/ready');
    const began = begin();
    const noticed = await until(
      NOTICED_WITHIN_MS,
      are(503, '/api/health/redis', replicas.urls),
      'the loss of Redis',
    );
    await began;
    expect(await checksOf(first!)).toMatchObject({ redis: 'error' });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const body = { email: 'unknown@example.com', password: 'a wrong password' };
      statuses.push((await httpCall({ method: 'POST', url: `${first}/api/auth/signin`, body })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    await delay(Math.max(0, OUTAGE_MS - noticed));
    await end();
    const recovered = await until(
      RECOVERED_WITHIN_MS,
      [...are(200, '/api/health/redis', replicas.urls), countsAreShared],
      'Redis after the outage',
    );
    await Promise.all([alive.stop(), ready.stop()]);
    await load.stop();
    report(
      `Redis ${fault}: noticed after ${noticed} ms, counts shared again after ${recovered} ms, ` +
        `longest liveness check ${alive.longestMs} ms; ${load.summary}`,
    );
    expect(alive.answers.filter(({ status }) => status !== 200)).toEqual([]);
    // A machine that is too busy for PostgreSQL makes processes not ready too; Redis alone does not.
    expect(ready.answers.filter(isUnreadyForRedis)).toEqual([]);
    expect(failuresByKind(load.failures)).toEqual([]);
    expect(load.longest.milliseconds).toBeLessThan(LONGEST_CALL_MS);
    await expectNoRestart(before);
    expect(await load.lostWrites(first!)).toEqual([]);
  });
});
