import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_SECRET } from '../support/app';
import { cloneDatabase, createDatabase } from '../support/database';
import { withClient } from '../support/global-setup';
import { emailOf, Installation, register } from '../support/installation';
import { START } from '../support/service-process';
import { TcpProxy } from '../support/tcp-proxy';

const ROOT = dirname(dirname(START));

describe('npm start', () => {
  let installation: Installation;
  const start: Installation['start'] = (...given) => installation.start(...given);

  beforeEach(() => {
    installation = new Installation();
  });
  afterEach(() => installation.discard());

  it('prints its address and the first steps, keeps its data, and stops on SIGTERM', async () => {
    const first = await start().ready();
    await vi.waitFor(() => expect(first.stdout).toContain('Ctrl-C stops.'));
    const port = new URL(first.url).port;
    expect(first.stdout).toContain(`is ready at http://localhost:${port} (`);
    expect(first.stdout).toContain(`Data: ${installation.dataDir}`);
    expect(first.stdout).toContain(`curl -sS http://localhost:${port}/api/auth/register`);
    const cookie = await register(first, 'ada@example.com');
    first.signal('SIGTERM');
    expect(await first.over()).toBe(0);
    expect(first.complaints).toEqual([]);

    await vi.waitFor(() =>
      expect(first.stdout).toContain('SMTP_URL is not set: mails are written to the log'),
    );

    const second = await start({ SINGLE_ORG: 'nowhere' }).ready();
    await vi.waitFor(() => expect(second.stdout).toContain('Ctrl-C stops.'));
    expect(second.stdout).not.toContain('First, create an account');
    await vi.waitFor(() =>
      expect(second.stdout).toContain('SINGLE_ORG: no organization has the slug nowhere yet'),
    );
    expect(await emailOf(second, cookie)).toBe('ada@example.com');
    second.signal('SIGINT');
    expect(await second.over()).toBe(0);
  });

  it('succeeds when it loses the database connection with which it looks for accounts', async () => {
    const databaseUrl = await cloneDatabase();
    await withClient(databaseUrl, async (holder) => {
      await holder.query('begin; lock table users, organizations in access exclusive mode');
      const service = start({
        DATABASE_URL: databaseUrl,
        APP_SECRET: TEST_SECRET,
        SINGLE_ORG: 'acme',
        ROLES: 'api',
      });
      await service.ready();
      let ended = 0;
      await vi.waitUntil(async () => {
        const { rowCount } = await holder.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`,
        );
        ended += rowCount!;
        return service.stdout.includes('Ctrl-C stops.');
      });
      expect(ended).toBeGreaterThanOrEqual(2);
      expect((await service.fetch('/api/health/ready')).status).toBe(200);
      expect(service.complaints).toEqual([]);
      expect(service.stdout).not.toContain('First, create an account');
      service.signal('SIGTERM');
      expect(await service.over()).toBe(0);
    });
  });

  it('shows the link of the first owner once, while registration is closed', async () => {
    const databaseUrl = await cloneDatabase();
    const env = {
      DATABASE_URL: databaseUrl,
      APP_SECRET: TEST_SECRET,
      REGISTRATION: 'closed',
      BOOTSTRAP_OWNER_EMAIL: 'ada@example.com',
    };
    const first = await start(env).ready();
    await vi.waitFor(() => expect(first.stdout).toContain('Ctrl-C stops.'));
    const port = new URL(first.url).port;
    const [, path] = new RegExp(
      String.raw`^ +http://localhost:${port}(/reset-password\?token=\S+)$`,
      'm',
    ).exec(first.stdout)!;
    expect((await first.fetch(path!)).status).toBe(200);
    expect(first.stdout).not.toContain('npx trestle create-owner');
    first.signal('SIGINT');
    expect(await first.over()).toBe(0);

    const second = await start(env).ready();
    await vi.waitFor(() => expect(second.stdout).toContain('Ctrl-C stops.'));
    expect(second.stdout).not.toContain('ada@example.com');
    second.signal('SIGINT');
    expect(await second.over()).toBe(0);
  });

  it('is rejected while another process has the data directory', async () => {
    const first = await start().ready();
    const second = start();
    expect(await second.over()).toBe(1);
    expect(second.complaints).toEqual([expect.stringContaining(installation.dataDir)]);
    expect((await first.fetch('/api/health/ready')).status).toBe(200);
  });

  it.each([
    [{ PORT: 'many' }, 'PORT must be a port number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a port number from 0 to 65535'],
    [{ ROLES: 'api,cook' }, 'ROLES must be a comma-separated list of api, worker, realtime'],
    [{ STORAGE_URL: 'ftp://x' }, 'STORAGE_URL must be a file: URL'],
    [
      { STORAGE_URL: 's3://key:hunter2/x@store:9000/files' },
      'STORAGE_URL must be s3://key:secret@host:port/bucket, with special characters percent-encoded',
    ],
    [{ STORAGE_URL: 's3://key:hunter2@store:9000' }, 'STORAGE_URL must name the bucket'],
    [{ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }, 'APP_SECRET must be set'],
    [{ HOST: '203.0.113.7' }, 'HOST 203.0.113.7 is not an address of this machine'],
    [
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:99999/x' },
      'DATABASE_URL must have a port from 1 to 65535',
    ],
    [
      { DATABASE_URL: 'postgres://u:hunter2%@127.0.0.1/x' },
      'DATABASE_URL must percent-encode special characters',
    ],
    [
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1/x?sslmode=bogus' },
      'DATABASE_URL must have one of these sslmode values',
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:5432' }, 'DATABASE_URL must name the database'],
    [
      {
        DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x?sslmode=require&sslrootcert=/nowhere/ca.pem',
        APP_SECRET: 'of the tests, in which no data lies',
      },
      'DATABASE_URL: the file /nowhere/ca.pem cannot be read (ENOENT)',
    ],
    [{ DATABASE_READ_URL: 'postgres://u:hunter2@127.0.0.1/x' }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [
      { DATABASE_READ_URL: 'postgres://u:hunter2%@127.0.0.1/x' },
      'DATABASE_READ_URL must percent-encode special characters',
    ],
    [
      { DATABASE_READ_URL: 'postgres://u:hunter2@127.0.0.1:5432' },
      'DATABASE_READ_URL must name the database',
    ],
    [{ DATA_DIR: '/dev/null/x' }, 'DATA_DIR'],
    [{ DATA_DIR: '/proc/nowhere/x' }, 'DATA_DIR cannot be used'],
    [
      { DATA_DIR: '/proc/nowhere/x', APP_SECRET: 'of the tests, in which no data lies' },
      'DATA_DIR /proc/nowhere/x cannot be used',
    ],
  ])('stops with one line that names the variable: %o', async (env, line) => {
    const service = start(env);
    expect(await service.over()).toBe(1);
    expect(service.complaints).toHaveLength(1);
    expect(service.complaints[0]).toContain(line);
    expect(service.stdout + service.complaints.join()).not.toContain('hunter2');
    expect(service.stdout).not.toContain('    at ');
  });

  it.each([
    ['postgres://u:hunter2@127.0.0.1:1/x', '127.0.0.1:1', 'ECONNREFUSED'],
    ['postgres:///x?host=/nowhere/socket&user=u&password=hunter2', '/nowhere/socket', 'ENOENT'],
  ])('waits for a database that cannot be reached, until a signal stops it: %s', async (url, place, code) => {
    const env = { DATABASE_URL: url, APP_SECRET: TEST_SECRET };
    const service = start(env);
    await vi.waitUntil(() =>
      service.stdout.includes('the database cannot be reached, the start waits for it'),
    );
    expect(service.stdout).toContain(code);
    service.signal('SIGTERM');
    expect(await service.over()).toBe(0);
    expect(service.complaints).toEqual([]);

    // The user of a command does not wait.
    const command = start(env, [process.execPath, START, 'mail', 'failed']);
    expect(await command.over()).toBe(1);
    expect(command.complaints).toEqual([
      expect.stringContaining(`DATABASE_URL: the database at ${place} cannot be reached (${code})`),
    ]);
    expect(service.stdout + command.stdout + command.complaints.join()).not.toContain('hunter2');
  });

  it('is ready when a database that could not be reached at first can be', async () => {
    const { proxy, url } = await TcpProxy.before(await cloneDatabase());
    try {
      proxy.cut();
      const service = start({ DATABASE_URL: url, APP_SECRET: TEST_SECRET });
      await vi.waitUntil(() =>
        service.stdout.includes('the database cannot be reached, the start waits for it'),
      );
      proxy.restore();
      await service.ready();
      expect(service.complaints).toEqual([]);
      service.signal('SIGTERM');
      expect(await service.over()).toBe(0);
    } finally {
      await proxy.close();
    }
  });

  it.each([
    ['sslmode=require', 'cannot be used with TLS: The server does not support SSL connections'],
    ['options=-c%20search_path%3Dnope', 'rejects the connection: no schema has been selected to create in'],
    ['options=-c%20statement_timeout%3Dlong', 'rejects the connection: invalid value for parameter'],
    ['options=-c%20no_such_parameter%3D1', 'rejects the connection: unrecognized configuration parameter'],
  ])('stops with one line that names the variable for a database that rejects %s', async (options, line) => {
    const url = new URL(await createDatabase());
    // Without a directory the connection uses the port, and TLS is possible.
    url.search = options;
    const service = start({
      DATABASE_URL: url.href,
      APP_SECRET: 'of the tests, in which no data lies',
    });
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual([expect.stringContaining('DATABASE_URL: the database at ')]);
    expect(service.complaints[0]).toContain(line);
  });

  it('stops with one line that names the variable for a read replica whose certificate is missing', async () => {
    const service = start({
      DATABASE_URL: await createDatabase(),
      DATABASE_READ_URL: 'postgres://u:hunter2@127.0.0.1:1/x?sslmode=require&sslrootcert=/nowhere/ca.pem',
      APP_SECRET: 'of the tests, in which no data lies',
    });
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual([
      expect.stringContaining('DATABASE_READ_URL: the file /nowhere/ca.pem cannot be read (ENOENT)'),
    ]);
  });

  it('stops with one line for an unknown cause', async () => {
    const fields = ['SFATAL', 'VFATAL', 'CXX000', 'Mthe disk is on fire', '']
      .map((field) => `${field}\0`)
      .join('');
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + fields.length);
    const database = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])));
    }).listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const service = start({
      DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x`,
      APP_SECRET: 'of the tests, in which no data lies',
    });
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual(['Trestle cannot start: the disk is on fire']);
    expect(service.stdout).not.toContain('    at ');
    database.close();
  });

  it('reports that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = start({ PORT: String(port) });
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual([
      `Trestle cannot start: PORT ${port} on 127.0.0.1 is in use; stop the program that uses it or set another PORT`,
    ]);
    other.close();
  });

  it('npm run migrate creates the schema and exits', async () => {
    const first = start({}, [process.execPath, START, 'migrate']);
    expect(await first.over()).toBe(0);
    expect(first.stdout).toMatch(/The database is up to date \(CreateOrganizations\w+, .*, \d+ functions\)/);
    const second = start({}, [process.execPath, START, 'migrate']);
    expect(await second.over()).toBe(0);
    expect(second.stdout).toContain('The database is up to date (nothing to do)');
  });

  it('loads rarely used packages with their first use', async () => {
    expect(await start({}, [process.execPath, START, 'build']).over()).toBe(0);
    const program = `
      const { Service } = require('${ROOT}/dist/src/service');
      const { readConfiguration } = require('${ROOT}/dist/src/platform/config/configuration');
      const { Log } = require('${ROOT}/dist/src/platform/logging/log');
      const service = new Service(readConfiguration(), new Log(undefined, 'silent'));
      service.start().then(() => {
        process.stdout.write(Object.keys(require.cache).join('\\n'));
        return service.stop({ isHurried: true });
      });`;
    const service = start({}, [process.execPath, '-e', program]);
    expect([await service.over(), service.complaints]).toEqual([0, []]);
    const isLoaded = (name: string) => service.stdout.includes(`${join(ROOT, 'node_modules', name)}/`);
    const { module } = JSON.parse(readFileSync(join(ROOT, '.swcrc'), 'utf8')) as {
      module: { lazy: string[] };
    };
    // Only the process that makes a thumbnail loads sharp.
    expect([...module.lazy, 'sharp'].filter(isLoaded)).toEqual([]);
    expect(['fastify', 'typeorm'].filter(isLoaded)).toEqual(['fastify', 'typeorm']);
  });
});
