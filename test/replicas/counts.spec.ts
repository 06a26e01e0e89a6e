import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoadBalancer } from './support/load-balancer';
import { PostgresServer } from './support/postgres-server';
import { RedisServer } from './support/redis-server';
import { Replicas } from './support/replicas';
import { report } from './support/report';
import { World } from './support/world';

// Proves: rate limits and idempotency keys are exact over three replicas and behind their load balancer.

const LIMIT = 120;
const CALLS = 3 * LIMIT;
const ROUNDS = 20;
/** Calls with one key in each round. */
const REPEATS = 12;

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('three replicas', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let replicas: Replicas;
  let balancer: LoadBalancer;

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([PostgresServer.start(), RedisServer.start()]);
    replicas = await Replicas.start({
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      env: { TOKEN_RATE_PER_MINUTE: String(LIMIT) },
    });
    balancer = await LoadBalancer.start(replicas.portsOf('api'), replicas.portsOf('realtime')[0]!);
  });
  afterAll(async () => {
    await balancer?.discard();
    await replicas?.discard();
    await redis?.discard();
    await postgres?.discard();
  });

  it.each(['at once', 'through the balancer'])(
    `allow exactly ${LIMIT} of ${CALLS} parallel calls (%s)`,
    async (way) => {
      const world = await World.create(balancer.url, way);
      const token = await world.newToken(balancer.url);
      const urls = way === 'at once' ? replicas.apiUrls : [balancer.url];
      const answers = await Promise.all(
        Array.from({ length: CALLS }, (_, call) =>
          token.query(urls[call % urls.length]!, 'boards.get', { id: world.boardId }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      report(
        `${CALLS} parallel calls ${way}: ${count(statuses, 200)} passed, ${count(statuses, 429)} rejected`,
      );
      expect([count(statuses, 200), count(statuses, 429)]).toEqual([LIMIT, CALLS - LIMIT]);
      expect(
        answers.filter(({ status, headers }) => status === 429 && headers['retry-after'] === undefined),
      ).toEqual([]);
    },
  );

  it('act once for one key and return one response, whichever of them get it', async () => {
    const world = await World.create(balancer.url, 'keys');
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = await world.newToken(balancer.url);
      const input = { boardId: world.boardId, groupId: world.groupId, name: `Round ${round}` };
      const headers = { 'idempotency-key': `round-${round}` };
      const answers = await Promise.all(
        Array.from({ length: REPEATS }, (_, call) =>
          token.mutate(replicas.apiUrls[call % 3]!, 'items.create', input, { headers }),
        ),
      );
      expect(answers.map(({ status, text }) => (status === 200 ? status : text))).toEqual(
        Array(REPEATS).fill(200),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    const reader = await world.newToken(balancer.url);
    expect((await reader.numbers(balancer.url)).size).toBe(ROUNDS);
  });
});
