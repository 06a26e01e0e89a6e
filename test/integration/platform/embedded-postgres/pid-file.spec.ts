import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findProcess } from '../../../../src/platform/database/embedded/running-process';
import { query, useClusterCopies, usePlace } from './support/place';

describe('a start with an old postmaster.pid', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();
  const pidFile = () => join(place().cluster(), 'postmaster.pid');

  beforeEach(() => copyCluster(place().dataDir));

  /** What a killed server leaves, but for the pid. */
  const leavePidFile = (pid: number) => {
    const lines = [
      pid,
      place().cluster(),
      1_700_000_000,
      5432,
      '',
      '127.0.0.1',
      '  1234567        99',
      'ready   ',
    ];
    writeFileSync(pidFile(), `${lines.join('\n')}\n`, { mode: 0o600 });
    const { uid, gid } = statSync(place().cluster());
    chownSync(pidFile(), uid, gid);
  };
  const keptRows = async () => query((await place().supervisor().start()).url, 'select n from kept');

  it('of a dead process', async () => {
    const dead = place().bystander('exit');
    await once(dead, 'exit');
    leavePidFile(dead.pid!);
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it("of another live process of the server's user, which is not killed", async () => {
    const bystander = place().bystander('exec sleep 60');
    leavePidFile(bystander.pid!);
    expect(await keptRows()).toEqual([{ n: 1 }]);
    expect(await findProcess(bystander.pid!)).toBeDefined();
  });

  it('of this process', async () => {
    leavePidFile(process.pid);
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it('of a zombie that no one reaps', async () => {
    const negligent = place().bystander('true & exec sleep 60');
    await once(negligent, 'spawn');
    const zombie = async () =>
      /^ *(\d+) +Z/m.exec(
        execFileSync('ps', ['-o', 'pid=,stat=', '--ppid', String(negligent.pid)]).toString(),
      )?.[1];
    await expect.poll(() => zombie().catch(() => undefined)).toBeDefined();
    const pid = Number(await zombie());
    expect(() => process.kill(pid, 0)).not.toThrow();
    leavePidFile(pid);
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it('that is truncated', async () => {
    writeFileSync(pidFile(), '');
    expect(await keptRows()).toEqual([{ n: 1 }]);
  });

  it('of the server whose directory was copied', async () => {
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

  it('after a backup replaced a directory whose server still runs', async () => {
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
