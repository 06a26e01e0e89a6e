import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findPlatformPackage } from '../../../../src/platform/database/embedded/platform-package';
import { layCheckout } from './support/checkout';
import { query, runsAsRoot, useClusterCopies, usePlace } from './support/place';

const NOBODY = { uid: 65534, gid: 65534 };
const version = findPlatformPackage().version;
const linkList = join(findPlatformPackage().root, 'native', 'pg-symlinks.json');

/** The ways to install Trestle, and the users that can start it. */
describe('an installation', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();
  const within = (name: string) => join(place().directory, name);
  const openDirectory = (name: string, mode = 0o755, owner = { uid: 0, gid: 0 }) => {
    mkdirSync(within(name));
    chmodSync(within(name), mode);
    if (runsAsRoot) chownSync(within(name), owner.uid, owner.gid);
    return within(name);
  };
  /** This process's Node, or a copy where every user can run it. */
  const nodeForNobody = () => {
    if (spawnSync(process.execPath, ['--version'], NOBODY).status === 0) return process.execPath;
    copyFileSync(process.execPath, within('node'));
    return within('node');
  };
  const asNobody = () => (runsAsRoot ? { ...NOBODY, execPath: nodeForNobody() } : {});
  const libraries = (checkout: string) => {
    const name = findPlatformPackage().root.split('node_modules/').at(-1)!;
    return join(checkout, 'node_modules', name, 'native', 'lib');
  };

  it.runIf(existsSync(linkList))('with npm ci --ignore-scripts gets its library links', async () => {
    const checkout = layCheckout(within('checkout'), { ignoreScripts: true });
    const links = () =>
      readdirSync(libraries(checkout), { withFileTypes: true }).filter((e) => e.isSymbolicLink());
    expect(links()).toHaveLength(0);
    copyCluster(place().dataDir);
    const owner = place().owner({ checkout });
    const { url } = await owner.hear('ready');
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
    const list = JSON.parse(readFileSync(linkList, 'utf8')) as object[];
    expect(links()).toHaveLength(list.length);
  });

  it('by a normal user, without any locale, keeps everything below DATA_DIR and in UTF-8', async () => {
    const checkout = layCheckout(within('checkout'));
    const dataDir = join(openDirectory('home', 0o700, NOBODY), 'data');
    const owner = place().owner({ checkout, dataDir, ...asNobody() });
    const { url } = await owner.hear('ready');
    expect(await query(url, 'show data_directory')).toEqual([{ data_directory: place().cluster(dataDir) }]);
    expect(await query(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    const user = runsAsRoot ? NOBODY.uid : process.getuid?.();
    for (const name of readdirSync(join(dataDir, 'postgres'))) {
      expect(lstatSync(join(dataDir, 'postgres', name)).uid).toBe(user);
    }
    await owner.stop();
    expect(place().servers()).toEqual([]);
  });

  // The cases below change users, which only root can.
  describe.runIf(runsAsRoot)('started by root', () => {
    const systemCopy = join('/var/lib/trestle', `binaries-${version}`);
    const hadSystemCopy = existsSync(systemCopy);
    afterEach(() => {
      if (!hadSystemCopy) rmSync(systemCopy, { recursive: true, force: true });
    });

    it('runs its server as another user', async () => {
      copyCluster(place().dataDir);
      await place().supervisor().start();
      const { uid } = statSync(`/proc/${place().postmasterPid()}`);
      expect(uid).not.toBe(0);
      expect(statSync(place().cluster()).uid).toBe(uid);
    });

    it('works in a directory that only root can enter', async () => {
      const closed = openDirectory('root', 0o700);
      const checkout = layCheckout(join(closed, 'clone'));
      const dataDir = join(checkout, 'data');
      const owner = place().owner({ checkout, dataDir });
      const first = await owner.hear('ready');
      await query(first.url, 'create table kept as select 1 as n');
      await query(first.url, 'create extension pg_trgm');
      await owner.kill();
      // The data stays where it belongs; only the program is copied.
      expect(existsSync(join(place().cluster(dataDir), 'PG_VERSION'))).toBe(true);
      const orphan = place().postmasterPid(dataDir);
      const second = place().owner({ checkout, dataDir });
      const { url } = await second.hear('ready');
      expect(place().postmasterPid(dataDir)).toBe(orphan);
      await second.stop();
      const third = place().owner({ checkout, dataDir });
      expect((await third.hear('ready')).url).toBe(url);
      expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
    });

    it('copies its programs below DATA_DIR when only the checkout is inaccessible', async () => {
      const checkout = layCheckout(join(openDirectory('root', 0o700), 'clone'));
      copyCluster(place().dataDir);
      const old = join(place().dataDir, 'postgres', 'binaries-17.0.0');
      mkdirSync(old);
      const owner = place().owner({ checkout });
      const { url } = await owner.hear('ready');
      expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
      expect(
        existsSync(join(place().dataDir, 'postgres', `binaries-${version}`, 'native/bin/postgres')),
      ).toBe(true);
      expect(existsSync(old)).toBe(false);
    });

    it("works with a user's directory, and leaves it usable for that user", async () => {
      const checkout = layCheckout(within('checkout'));
      const dataDir = openDirectory('data', 0o700, NOBODY);
      const root = place().owner({ checkout, dataDir });
      const { url } = await root.hear('ready');
      await query(url, 'create table kept as select 1 as n');
      await root.kill();
      const user = place().owner({ checkout, dataDir, ...asNobody() });
      await user.hear('ready');
      expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
      await user.stop();
      expect(place().servers()).toEqual([]);
    });

    it("rejects other users in root's directory with one line", async () => {
      const checkout = layCheckout(within('checkout'));
      copyCluster(place().dataDir);
      const user = place().owner({ checkout, ...asNobody() });
      await expect(user.hear('ready')).rejects.toThrow(/^DATA_DIR .+ cannot be used: .+$/);
    });

    it('on a read-only disk, which npm left without its links, works from a copy', async () => {
      const checkout = layCheckout(within('checkout'), { ignoreScripts: true });
      const dataDir = openDirectory('data', 0o755, NOBODY);
      const owner = place().owner({ checkout, dataDir, ...asNobody() });
      const { url } = await owner.hear('ready');
      expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
      expect(readdirSync(join(dataDir, 'postgres'))).toContain(`binaries-${version}`);
    });
  });
});
