import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Migrated } from '../../src/platform/database/migrations/migrate';
import { withClient } from '../support/global-setup';
import { ServiceProcess, START } from '../support/service-process';
import { TEST_SECRET } from '../support/app';
import { command } from './support/command';
import { LoadBalancer } from './support/load-balancer';
import { PostgresServer } from './support/postgres-server';
import { RedisServer } from './support/redis-server';
import { Replicas } from './support/replicas';
import { report } from './support/report';
import { failuresByKind, SteadyLoad } from './support/steady-load';
import { output, World } from './support/world';

// Proves: the previous release (.ci/previous-release) keeps working while this release migrates the schema, on the new schema, and
// beside this release during a rolling upgrade; and releases can be rolled back on the new schema. All under load, without a failed
// request.

/** The start program of the previous release, which test/ship/replicas.sh builds. */
const PREVIOUS = process.env['PREVIOUS_RELEASE']!;
const RATE = Number(process.env['REPLICAS_RATE'] ?? 300) / 3;
const SIDE_BY_SIDE_MS = 5_000;

/** Releases before that refuse a newer schema. */
const CAN_BE_ROLLED_BACK_TO = existsSync(
  join(dirname(PREVIOUS), 'platform/database/migrations/schema-release.ts'),
);

describe('the previous release and this one', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let replicas: Replicas;
  let balancer: LoadBalancer;
  let world: World;
  let load: SteadyLoad;

  beforeEach(async () => {
    [postgres, redis] = await Promise.all([PostgresServer.start(), RedisServer.start()]);
  });
  afterEach(async () => {
    await load?.stop();
    await balancer?.discard();
    await replicas?.discard();
    await redis?.discard();
    await postgres?.discard();
  });

  async function serve(program: string): Promise<void> {
    replicas = await Replicas.start({
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      env: { RATE_LIMITS: 'off' },
      program,
    });
    balancer = await LoadBalancer.start(replicas.portsOf('api'), replicas.portsOf('realtime')[0]!);
    world = await World.create(balancer.url);
    load = new SteadyLoad(world, RATE, () => balancer.url).start();
    await expect.poll(() => load.acknowledged).toBeGreaterThan(10);
  }

  /** The newest item is found by a search, which shows that workers process events. */
  async function expectSearchable(): Promise<void> {
    const { boardId, groupId } = world;
    // No search for it finds another one as a mistyped word.
    const name = randomUUID().replaceAll('-', '');
    const { id } = output(await world.mutate(balancer.url, 'items.create', { boardId, groupId, name }));
    await expect
      .poll(async () => output(await world.query(balancer.url, 'search.query', { q: name })).results)
      .toEqual([expect.objectContaining({ id })]);
  }

  async function expectNothingFailed(): Promise<void> {
    await load.stop();
    expect(failuresByKind(load.failures)).toEqual([]);
    expect(load.acknowledged).toBeGreaterThan(0);
    expect(await load.lostWrites(balancer.url)).toEqual([]);
  }

  const restartAllWith = (program: string) =>
    replicas.restartOneByOne(() => balancer.everyServerIsUp(), program);

  /** Under load, or with the reason of a release that cannot run on this schema. */
  async function expectRollback({ migrations }: Migrated): Promise<void> {
    if (CAN_BE_ROLLED_BACK_TO || migrations.length === 0) {
      await restartAllWith(PREVIOUS);
      await expectSearchable();
      report(`upgrade and rollback: ${load.summary}`);
      return;
    }
    const dataDir = join(dirname(PREVIOUS), '../data');
    const refused = new ServiceProcess(
      { DATABASE_URL: postgres.url, APP_SECRET: TEST_SECRET, DATA_DIR: dataDir },
      [process.execPath, PREVIOUS],
    );
    expect(await refused.over()).toBe(1);
    expect(refused.complaints).toEqual([expect.stringContaining('was migrated by a newer release')]);
    report('rollback: the previous release is older than the record of compatibility, and is rejected');
  }

  it('serve one database during an upgrade, and after a rollback', async () => {
    await serve(PREVIOUS);
    const plan = JSON.parse(
      (await command(['migrate', '--plan', '--json'], postgres.url).end).out,
    ) as Migrated;
    const began = performance.now();
    const { status, err } = await command(['migrate'], postgres.url).end;
    if (status !== 0) throw new Error(err);
    const migrated = Math.round(performance.now() - began);
    await delay(SIDE_BY_SIDE_MS);
    await expectSearchable();
    await restartAllWith(START);
    await expectSearchable();
    report(
      `upgrade with ${plan.migrations.length} migrations and ${plan.functions.length} functions (${migrated} ms): ${load.summary}`,
    );
    await expectRollback(plan);
    await expectNothingFailed();
  });

  it('can be left and come back: this release runs on the schema of a later one', async () => {
    await serve(START);
    // What the next release leaves behind when it adds to the schema.
    await withClient(postgres.url, (client) =>
      client.query(`
        alter table items add column added_later text;
        insert into schema_migrations (timestamp, name) values (9000000000000, 'AddLater9000000000000');
        update schema_release set version = '999.0.0'`),
    );
    await restartAllWith(START);
    await expectSearchable();
    report(`rollback to this release: ${load.summary}`);
    await expectNothingFailed();
  });
});
