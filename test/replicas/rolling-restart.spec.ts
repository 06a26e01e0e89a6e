import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadBalancer } from './support/load-balancer';
import { PostgresServer } from './support/postgres-server';
import { RedisServer } from './support/redis-server';
import { Replicas } from './support/replicas';
import { report } from './support/report';
import { failuresByKind, SteadyLoad } from './support/steady-load';
import { World } from './support/world';

// Proves: behind HAProxy, every process can be restarted in turn while clients read and write, without a failed request. When
// processes are killed instead, calls fail, but nothing that was acknowledged is lost.

/** Requests a second. */
const RATE = Number(process.env['REPLICAS_RATE'] ?? 300);
const KILLS = Number(process.env['REPLICAS_KILLS'] ?? 10);

describe('three replicas, a worker and a process for sockets behind HAProxy', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let replicas: Replicas;
  let balancer: LoadBalancer;
  let world: World;
  let load: SteadyLoad;

  beforeEach(async () => {
    [postgres, redis] = await Promise.all([PostgresServer.start(), RedisServer.start()]);
    replicas = await Replicas.start({
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      env: { RATE_LIMITS: 'off' },
    });
    balancer = await LoadBalancer.start(replicas.portsOf('api'), replicas.portsOf('realtime')[0]!);
    world = await World.create(balancer.url);
    load = new SteadyLoad(world, RATE, () => balancer.url).start();
  });
  afterEach(async () => {
    await load?.stop();
    await balancer?.discard();
    await replicas?.discard();
    await redis?.discard();
    await postgres?.discard();
  });

  it('are restarted one after the other without a failed request', async () => {
    const before = replicas.processIds;
    await replicas.restartOneByOne(() => balancer.everyServerIsUp());
    await load.stop();
    report(`rolling restart: ${load.summary}`);
    expect(replicas.processIds.filter((pid) => before.includes(pid))).toEqual([]);
    expect(failuresByKind(load.failures)).toEqual([]);
    expect(load.acknowledged).toBeGreaterThan(0);
    expect(await load.lostWrites(balancer.url)).toEqual([]);
  });

  it(`lose nothing that was acknowledged when ${KILLS} processes are killed`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(500);
      await replicas.killOne(kill);
    }
    await load.stop();
    report(`${KILLS} processes killed: ${load.summary}`);
    expect(load.acknowledged).toBeGreaterThan(0);
    expect(await load.lostWrites(balancer.url)).toEqual([]);
    // Of requests that were in progress in a process that was killed, and for some moments of requests that were sent to it.
    expect(new Set(load.failures.map(({ answer }) => answer.status))).not.toContain(500);
  });
});
