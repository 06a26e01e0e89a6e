import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findProcess } from '../../../../src/platform/database/embedded/running-process';
import { layCheckout } from './support/checkout';
import { query, useClusterCopies, usePlace } from './support/place';

describe('after its death, an embedded PostgreSQL', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();
  beforeEach(() => copyCluster(place().dataDir));

  it('survives kill -9 of its owner, is adopted with its rows, and stops with the next stop()', async () => {
    const owner = place().owner();
    const before = await owner.hear('ready');
    await query(before.url, 'insert into kept values (2)');
    await owner.kill();
    const orphan = place().postmasterPid();
    expect(await findProcess(orphan)).toBeDefined();

    const supervisor = place().supervisor();
    const { url } = await supervisor.start();
    expect(place().postmasterPid()).toBe(orphan);
    expect(await query(url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
    await supervisor.stop();
    expect(await findProcess(orphan)).toBeUndefined();
    expect(place().servers()).toEqual([]);
  });

  it('is restarted instead of adopted when this version needs other settings', async () => {
    const older = layCheckout(join(place().directory, 'older'));
    const settings = join(older, 'src/platform/database/embedded/server-settings.js');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace("'256MB'", "'64MB'"));
    const owner = place().owner({ checkout: older });
    const before = await owner.hear('ready');
    expect(await query(before.url, 'show shared_buffers')).toEqual([{ shared_buffers: '64MB' }]);
    await owner.kill();
    const orphan = place().postmasterPid();

    const { url } = await place().supervisor().start();
    expect(await findProcess(orphan)).toBeUndefined();
    expect(await query(url, 'show shared_buffers')).toEqual([{ shared_buffers: '256MB' }]);
    expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('is detected as dead when it dies after its adoption', async () => {
    const owner = place().owner();
    await owner.hear('ready');
    await owner.kill();
    const supervisor = place().supervisor();
    const exit = new Promise<string>((resolve) => supervisor.onExit(resolve));
    await supervisor.start();
    const orphan = place().postmasterPid();
    process.kill(orphan, 'SIGKILL');
    expect(await exit).toBe(`PostgreSQL (pid ${orphan}) ended`);
  });

  it('is detected as dead when it is killed, and can be started again with its rows', async () => {
    const supervisor = place().supervisor();
    const reasons: string[] = [];
    const exit = new Promise<void>((resolve) => {
      supervisor.onExit((reason) => {
        reasons.push(reason);
        resolve();
      });
    });
    const { url } = await supervisor.start();
    await query(url, 'insert into kept values (2)');
    const pid = place().postmasterPid();
    process.kill(pid, 'SIGKILL');
    await exit;
    expect(reasons).toEqual([`PostgreSQL (pid ${pid}) ended by SIGKILL`]);
    const again = await supervisor.start();
    expect(await query(again.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
    await supervisor.stop();
    // A stop that was asked for is no news.
    expect(reasons).toHaveLength(1);
  });

  it('waits for a session of the killed server that is still running', async () => {
    const supervisor = place().supervisor();
    const exit = new Promise<string>((resolve) => supervisor.onExit(resolve));
    const { url } = await supervisor.start();
    const busy = `do $$ begin while clock_timestamp() < now() + interval '1 second' loop end loop; end $$`;
    const work = query(url, busy).catch(() => undefined);
    await expect
      .poll(() => query(url, `select from pg_stat_activity where state = 'active' and query like 'do %'`))
      .toHaveLength(1);
    process.kill(place().postmasterPid(), 'SIGKILL');
    await exit;
    const again = await supervisor.start();
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await work;
  });

  it('shuts down when its owner ends with an uncaught error', async () => {
    const owner = place().owner();
    await owner.hear('ready');
    const pid = place().postmasterPid();
    owner.child.send('throw');
    await owner.over();
    await expect.poll(() => findProcess(pid)).toBeUndefined();
  });

  it("ignores the terminal's Ctrl-C, so that its owner can finish first", async () => {
    const owner = place().owner({ detached: true });
    const { url } = await owner.hear('ready');
    process.kill(-owner.child.pid!, 'SIGINT');
    await owner.hear('interrupted');
    expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
    await owner.stop();
    expect(place().servers()).toEqual([]);
  });

  it('is found again after its directory was moved', async () => {
    const owner = place().owner();
    await owner.hear('ready');
    await owner.kill();
    const orphan = place().postmasterPid();
    const moved = join(place().directory, 'moved');
    renameSync(place().dataDir, moved);
    const { url } = await place().supervisor(moved).start();
    expect(place().postmasterPid(moved)).toBe(orphan);
    expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
  });
});
