import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { query, useClusterCopies, usePlace } from './support/place';

const TRANSPORT = `select case when inet_client_addr() is null then 'socket' else 'tcp' end as transport`;

describe('the socket of an embedded PostgreSQL', () => {
  const place = usePlace();
  const copyCluster = useClusterCopies();
  const socketFiles = (dataDir = place().dataDir) =>
    readdirSync(place().cluster(dataDir)).filter((name) => name.startsWith('.s.'));

  it("is where the service connects, in a directory of the server's user alone; the port serves other programs", async () => {
    copyCluster(place().dataDir);
    const { url, port } = await place().supervisor().start();
    expect(await query(url, TRANSPORT)).toEqual([{ transport: 'socket' }]);
    expect(statSync(place().cluster()).mode & 0o777).toBe(0o700);
    expect(statSync(join(place().cluster(), `.s.PGSQL.${port}`)).mode & 0o777).toBe(0o700);
    const overTcp = new URL(url);
    overTcp.search = '';
    expect(await query(overTcp.href, TRANSPORT)).toEqual([{ transport: 'tcp' }]);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('is removed by a stop, so that any program can copy the directory', async () => {
    copyCluster(place().dataDir);
    const supervisor = place().supervisor();
    await supervisor.start();
    expect(socketFiles()).toHaveLength(2);
    await supervisor.stop();
    expect(socketFiles()).toEqual([]);
  });

  it('has any characters in its path', async () => {
    const dataDir = join(place().directory, 'daten & 100% ü?#');
    copyCluster(dataDir);
    const { url } = await place().supervisor(dataDir).start();
    expect(await query(url, TRANSPORT)).toEqual([{ transport: 'socket' }]);
  });

  it.each([
    { bytes: 107, transport: 'socket' },
    { bytes: 108, transport: 'tcp' },
  ])('$transport: a path of $bytes bytes', async ({ bytes, transport }) => {
    const within = (name: string) => join(place().directory, name);
    // Five digits, whichever port the system chooses.
    const shortest = Buffer.byteLength(join(place().cluster(within('d')), '.s.PGSQL.12345'));
    const dataDir = within('d'.repeat(1 + bytes - shortest));
    copyCluster(dataDir);
    writeAccess(dataDir, { port: 54_321 });
    const { url, port } = await place().supervisor(dataDir).start();
    expect(String(port)).toHaveLength(5);
    expect(await query(url, TRANSPORT)).toEqual([{ transport }]);
  });

  it('replaces that of a killed server, also when its pid belongs to another program by now', async () => {
    copyCluster(place().dataDir);
    const port = 54_321;
    writeAccess(place().dataDir, { port });
    const bystander = place().bystander('exec sleep 60');
    const { uid, gid } = statSync(place().cluster());
    const stale = ['.s.PGSQL.54321', '.s.PGSQL.54321.lock', '.s.PGSQL.1.lock'];
    for (const name of stale) {
      const file = join(place().cluster(), name);
      writeFileSync(file, `${bystander.pid}\n${place().cluster()}\n1700000000\n${port}\n.\n\n`);
      chownSync(file, uid, gid);
    }
    const { url } = await place().supervisor().start();
    expect(await query(url, TRANSPORT)).toEqual([{ transport: 'socket' }]);
    expect(socketFiles()).toHaveLength(2);
  });

  it('is used again after the start that takes over its server', async () => {
    copyCluster(place().dataDir);
    const owner = place().owner();
    await owner.hear('ready');
    await owner.kill();
    const { url } = await place().supervisor().start();
    expect(await query(url, TRANSPORT)).toEqual([{ transport: 'socket' }]);
  });

  it('is copied with the directory of a running server, and not used by the copy', async () => {
    copyCluster(place().dataDir);
    const original = await place().supervisor().start();
    await query(original.url, 'checkpoint');
    const backup = join(place().directory, 'backup');
    execFileSync('cp', ['-a', place().dataDir, backup]);
    const copy = await place().supervisor(backup).start();
    await query(copy.url, 'insert into kept values (2)');
    expect(await query(copy.url, TRANSPORT)).toEqual([{ transport: 'socket' }]);
    expect(await query(original.url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(socketFiles(backup)).toHaveLength(2);
  });

  it('tcp: a file system without sockets', async () => {
    copyCluster(place().dataDir);
    writeAccess(place().dataDir, { port: 54_321 });
    // Nothing can create a socket where a directory is.
    const blocked = join(place().cluster(), '.s.PGSQL.54321');
    mkdirSync(blocked);
    const { uid, gid } = statSync(place().cluster());
    chownSync(blocked, uid, gid);
    const { url, port } = await place().supervisor().start();
    expect(port).toBe(54_321);
    expect(await query(url, TRANSPORT)).toEqual([{ transport: 'tcp' }]);
  });

  const writeAccess = (dataDir: string, change: { port: number }) => {
    const file = join(dataDir, 'postgres', 'access.json');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }));
  };
});
