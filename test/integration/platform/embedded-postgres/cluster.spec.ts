import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { query, useClusterCopies, usePlace } from './support/place';

describe('the cluster of an embedded PostgreSQL', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();
  const home = () => join(place().dataDir, 'postgres');
  const drafts = () => {
    try {
      return readdirSync(home()).filter((name) => name.startsWith('new-cluster-'));
    } catch {
      return [];
    }
  };

  it('is completed by the next start after starts that were killed', async () => {
    mkdirSync(join(home(), 'new-cluster-1234', 'cluster', 'base'), { recursive: true });
    const owner = place().owner();
    const isHalfWay = () => drafts().some((draft) => existsSync(join(home(), draft, 'cluster', 'pg_wal')));
    await expect.poll(isHalfWay, { interval: 5 }).toBe(true);
    await owner.kill();
    expect(readdirSync(home())).not.toContain('cluster');
    const { url } = await place().supervisor().start();
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('is rejected when another major version created it', async () => {
    copyCluster(place().dataDir);
    const versionFile = join(place().cluster(), 'PG_VERSION');
    const version = readFileSync(versionFile, 'utf8');
    writeFileSync(versionFile, '15\n');
    await expect(place().supervisor().start()).rejects.toThrow(
      /^The database in .+ was created by PostgreSQL 15, and this release of Trestle bundles \d+: .+$/,
    );
    // The rejection leaves nothing held.
    writeFileSync(versionFile, version);
    await place().supervisor().start();
  });

  it('is never overwritten, even when damaged', async () => {
    copyCluster(place().dataDir);
    rmSync(join(place().cluster(), 'PG_VERSION'));
    await expect(place().supervisor().start()).rejects.toThrow(/is damaged \(no PG_VERSION\)/);
    expect(readdirSync(place().cluster())).toContain('base');
  });

  it('is not opened without its password file', async () => {
    copyCluster(place().dataDir);
    const accessFile = join(home(), 'access.json');
    const access = JSON.parse(readFileSync(accessFile, 'utf8')) as object;
    writeFileSync(accessFile, '{');
    await expect(place().supervisor().start()).rejects.toThrow(/access\.json is damaged: restore it/);
    rmSync(accessFile);
    await expect(place().supervisor().start()).rejects.toThrow(/access\.json is missing: restore it/);
    writeFileSync(accessFile, JSON.stringify({ ...access, password: 'another' }));
    await expect(place().supervisor().start()).rejects.toThrow(
      /rejects the connection: password authentication failed/,
    );
    expect(place().servers()).toEqual([]);
  });
});
