import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProcess } from '../../../../src/platform/database/embedded/running-process';
import { query, useClusterCopies, usePlace } from './support/place';

/** Each case starts from what a killed server leaves: its pid file, and no server. */
describe('a start past postmaster.pid', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();
  const pidFile = () => join(place().cluster(), 'postmaster.pid');

  const crash = async () => {
    copyCluster(place().dataDir);
    const supervisor = place().supervisor();
    const exit = new Promise((resolve) => supervisor.onExit(resolve));
    await supervisor.start();
    process.kill(place().postmasterPid(), 'SIGKILL');
    await exit;
    await supervisor.stop();
  };
  const namePid = (pid: number) => {
    const lines = readFileSync(pidFile(), 'utf8').split('\n');
    writeFileSync(pidFile(), [pid, ...lines.slice(1)].join('\n'));
  };
  const keptRows = async () => query((await place().supervisor().start()).url, 'select n from kept');

  it('that names a dead process', async () => {
    await crash();
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it("that names a living process of the server's user, which it leaves alone", async () => {
    await crash();
    const bystander = place().bystander('exec sleep 60');
    namePid(bystander.pid!);
    expect(await keptRows()).toEqual([{ n: 1 }]);
    expect(await findProcess(bystander.pid!)).toBeDefined();
  });

  it('that names this very process', async () => {
    await crash();
    namePid(process.pid);
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it('that names a zombie nobody reaps', async () => {
    await crash();
    const negligent = place().bystander('true & exec sleep 60');
    await once(negligent, 'spawn');
    const zombie = async () =>
      /^ *(\d+) +Z/m.exec(
        execFileSync('ps', ['-o', 'pid=,stat=', '--ppid', String(negligent.pid)]).toString(),
      )?.[1];
    await expect.poll(() => zombie().catch(() => undefined)).toBeDefined();
    const pid = Number(await zombie());
    expect(() => process.kill(pid, 0)).not.toThrow();
    namePid(pid);
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it('that was cut short', async () => {
    await crash();
    writeFileSync(pidFile(), '');
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it('that names the server of the directory this one was copied from', async () => {
    copyCluster(place().dataDir);
    const original = place().supervisor();
    const { url } = await original.start();
    await query(url, 'checkpoint');
    const backup = join(place().directory, 'backup');
    execFileSync('cp', ['-a', place().dataDir, backup]);
    const copy = await place().supervisor(backup).start();
    await query(copy.url, 'insert into kept values (2)');
    expect(place().postmasterPid(backup)).not.toBe(place().postmasterPid());
    expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('after a backup was put in the place of a directory whose server still runs', async () => {
    copyCluster(place().dataDir);
    const owner = place().owner();
    const { url } = await owner.hear('ready');
    await query(url, 'checkpoint');
    const backup = join(place().directory, 'backup');
    execFileSync('cp', ['-a', place().dataDir, backup]);
    await query(url, 'insert into kept values (2)');
    await owner.kill();
    rmSync(place().dataDir, { recursive: true, maxRetries: 10 });
    renameSync(backup, place().dataDir);
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });
});
