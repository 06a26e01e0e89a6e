import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askPs, findProcess } from '../../../../src/platform/database/embedded/running-process';
import { query, useClusterCopies, usePlace } from './support/place';

describe('an embedded PostgreSQL', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();

  it('creates its database on the first start, in UTF-8 whatever the locale', async () => {
    const owner = place().owner({ env: { LC_ALL: 'tlh_QO.ISO-8859-5' } });
    const { url } = await owner.hear('ready');
    expect(new URL(url)).toMatchObject({ hostname: '127.0.0.1', username: 'trestle', pathname: '/trestle' });
    const [database] = await query(
      url,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
              upper('привет äß') as upper from pg_database where datname = current_database()`,
    );
    expect(database).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', upper: 'ПРИВЕТ Äß' });
    // A character type that knows ASCII alone would give no trigrams, and so no text search, for other scripts.
    await query(url, 'create extension pg_trgm');
    expect(await query(url, `select cardinality(show_trgm('Привет')) as count`)).toEqual([{ count: 7 }]);
    await owner.stop();
    expect(place().servers()).toEqual([]);
  });

  it('keeps data, port and password over restarts', async () => {
    copyCluster(place().dataDir);
    const supervisor = place().supervisor();
    const first = await supervisor.start();
    await query(first.url, 'insert into kept values (2)');
    await supervisor.stop();
    const second = await place().supervisor().start();
    expect(second).toEqual(first);
    expect(await query(second.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('leaves no process behind, and starts again after a stop', async () => {
    copyCluster(place().dataDir);
    const supervisor = place().supervisor();
    await supervisor.start();
    const pid = place().postmasterPid();
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    const pids = [pid, ...children.trim().split('\n').map(Number)];
    expect(pids.length).toBeGreaterThan(3);
    await supervisor.stop();
    for (const gone of pids) expect(await findProcess(gone)).toBeUndefined();
    await supervisor.stop();
    const { url } = await supervisor.start();
    expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('ends a start when stop() is called meanwhile', async () => {
    copyCluster(place().dataDir);
    const supervisor = place().supervisor();
    const start = supervisor.start().then(
      () => 'started',
      () => 'refused',
    );
    await supervisor.stop();
    expect(['started', 'refused']).toContain(await start);
    expect(place().servers()).toEqual([]);
  });

  it('keeps its password secret, and accepts no other', async () => {
    copyCluster(place().dataDir);
    const { url } = await place().supervisor().start();
    const accessFile = join(place().dataDir, 'postgres', 'access.json');
    expect(statSync(accessFile).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    const secret = await query(
      url,
      'select rolpassword as secret from pg_authid where rolname = current_user',
    );
    expect(secret[0]!['secret']).toMatch(/^SCRAM-SHA-256\$/);
  });

  it('listens on the loopback address and a socket only and keeps every acknowledged write', async () => {
    copyCluster(place().dataDir);
    const { url } = await place().supervisor().start();
    const settings = await query(
      url,
      `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'unix_socket_permissions', 'fsync',
         'synchronous_commit', 'full_page_writes', 'max_connections', 'data_checksums') order by name`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      max_connections: '100',
      synchronous_commit: 'on',
      unix_socket_directories: '.',
      unix_socket_permissions: '0700',
    });
  });

  it('has other settings for tests, and again those of the service for the service', async () => {
    copyCluster(place().dataDir);
    const fast = place().supervisor(place().dataDir, { fsync: 'off', max_connections: '300' });
    const shown = async (url: string) =>
      query(url, `select current_setting('fsync') as fsync, current_setting('max_connections') as max`);
    expect(await shown((await fast.start()).url)).toEqual([{ fsync: 'off', max: '300' }]);
    await fast.stop();
    expect(await shown((await place().supervisor().start()).url)).toEqual([{ fsync: 'on', max: '100' }]);
  });

  it('uses and remembers another port when its port is taken', async () => {
    copyCluster(place().dataDir);
    const accessFile = join(place().dataDir, 'postgres', 'access.json');
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port: taken } = squatter.address() as { port: number };
    const access = JSON.parse(readFileSync(accessFile, 'utf8')) as { port: number };
    writeFileSync(accessFile, JSON.stringify({ ...access, port: taken }));
    const supervisor = place().supervisor();
    const { port } = await supervisor.start();
    squatter.close();
    expect(port).not.toBe(taken);
    await supervisor.stop();
    expect((await place().supervisor().start()).port).toBe(port);
  });

  it('reports the reason in one line when the server does not start', async () => {
    copyCluster(place().dataDir);
    writeFileSync(join(place().cluster(), 'postgresql.auto.conf'), 'port = nonsense\n');
    await expect(place().supervisor().start()).rejects.toThrow(
      /^PostgreSQL did not start \(ended with status 1\): .*invalid value for parameter "port": "nonsense".*$/,
    );
  });

  it('reads the same about a process from ps and from /proc', async () => {
    const command = (await findProcess(process.pid))?.command?.trim().replaceAll(/ +/g, ' ');
    expect((await askPs(process.pid))?.command?.trim().replaceAll(/ +/g, ' ')).toBe(command);
  });
});
