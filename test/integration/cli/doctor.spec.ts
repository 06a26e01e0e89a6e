import { existsSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { examine } from '../../../src/cli/doctor/doctor';
import type { Finding } from '../../../src/cli/doctor/finding';
import { checkConfiguration } from '../../../src/platform/config/check/check-configuration';
import { newSelfSignedKeyPair } from '../../../src/platform/crypto/self-signed-key-pair';
import { Log } from '../../../src/platform/logging/log';
import { TEST_SECRET } from '../../support/app';
import { Directories } from '../../support/backups';
import { cloneDatabase, createDatabase } from '../../support/database';
import { findRedis } from '../../support/redis';
import { S3Server } from '../../support/s3-server';
import { SmtpSink } from '../../support/smtp-sink';
import { TcpProxy } from '../../support/tcp-proxy';

const silent = new Log({ write: () => undefined }, 'silent');
const directories = new Directories();

async function diagnose(env: Record<string, string>, sendTo?: string) {
  const complete = { APP_SECRET: TEST_SECRET, DATA_DIR: directories.make(), ...env };
  const explain = (error: unknown) => String((error as Error).message);
  const { text, json, isSuccess } = await examine(checkConfiguration(complete), {
    sendTo,
    log: silent,
    explain,
  });
  const { status, checks } = json as { status: string; checks: Finding[] };
  const of = (check: string) => checks.find((each) => each.check === check);
  return { text, json, isSuccess, status, checks, of };
}

describe('doctor', () => {
  afterAll(() => directories.remove());

  it('finds nothing to do for a migrated database, a mail server and a bucket', async () => {
    const sink = await SmtpSink.start();
    const bucket = await S3Server.start();
    try {
      const { of, isSuccess, json, text } = await diagnose({
        DATABASE_URL: await cloneDatabase(),
        SMTP_URL: sink.url,
        STORAGE_URL: bucket.url(),
      });
      const good = ['configuration', 'database', 'database.version', 'database.encoding', 'mail', 'storage'];
      good.push('database.permissions', 'database.migrations', 'clock.database', 'node');
      expect(good.map((check) => [check, of(check)?.status])).toEqual(good.map((check) => [check, 'ok']));
      expect(isSuccess).toBe(true);
      expect(sink.mails).toEqual([]);
      expect(json).toMatchObject({
        version: expect.any(String),
        status: expect.stringMatching(/^(ok|warning)$/),
      });
      expect(text).toMatch(/^ok {7}configuration: all variables are valid\n/);
    } finally {
      await sink.close();
      await bucket.close();
    }
  });

  it('shows pending migrations, and changes nothing', async () => {
    const databaseUrl = await createDatabase();
    for (let runs = 0; runs < 2; runs += 1) {
      const { of, isSuccess } = await diagnose({ DATABASE_URL: databaseUrl });
      expect(of('database.migrations')).toMatchObject({
        status: 'warning',
        message: expect.stringMatching(/^\d+ migrations and \d+ functions are pending$/),
        advice: expect.stringContaining('trestle migrate'),
      });
      expect(isSuccess).toBe(true);
    }
  });

  it('fails for another encoding', async () => {
    const options = `encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C'`;
    const { of, isSuccess } = await diagnose({ DATABASE_URL: await createDatabase(options) });
    expect(of('database.encoding')).toMatchObject({ status: 'failed', message: 'LATIN1' });
    expect(isSuccess).toBe(false);
  });

  it('warns of a database that knows no letters beyond A to Z', async () => {
    const options = `encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`;
    const { of, isSuccess } = await diagnose({ DATABASE_URL: await createDatabase(options) });
    expect(of('database.encoding')).toMatchObject({
      status: 'warning',
      message: 'UTF8, but searches ignore the case of A to Z only',
      advice: expect.stringContaining(`lc_ctype 'C.UTF-8'`),
    });
    expect(isSuccess).toBe(true);
  });

  it('shows every other check when the database is down, without passwords', async () => {
    const { of, checks, isSuccess, json, text } = await diagnose({
      DATABASE_URL: 'postgres://trestle:hunter2secret@127.0.0.1:9/trestle',
      REDIS_URL: 'redis://:hunter2secret@127.0.0.1:9',
      SMTP_URL: 'smtp://trestle:hunter2secret@127.0.0.1:9',
    });
    for (const check of ['database', 'redis', 'mail'])
      expect(of(check)).toMatchObject({ status: 'failed', message: expect.stringMatching(/ECONNREFUSED/) });
    expect(checks.every(({ status, advice }) => (advice === null) === /ok|skipped/.test(status))).toBe(true);
    expect(of('storage')?.status).toBe('ok');
    expect(isSuccess).toBe(false);
    expect(`${JSON.stringify(json)}${text}`).not.toContain('hunter2secret');
  });

  it('ends when a server accepts connections and never responds', async () => {
    const { proxy, url } = await TcpProxy.before(await cloneDatabase());
    proxy.freeze();
    try {
      expect((await diagnose({ DATABASE_URL: url })).of('database')?.status).toBe('failed');
    } finally {
      await proxy.close();
    }
  });

  it('reports each bad variable and misspelt names, and skips what they configure', async () => {
    const { of, checks } = await diagnose({
      DATABASE_URL: 'mysql://db',
      PORT: 'http',
      REGISTRATON: 'closed',
      SMTP_URI: 'smtp://mail',
      SMTPD_URL_OF_OTHERS: 'x',
    });
    const problems = checks.filter(({ check }) => check === 'configuration').map(({ message }) => message);
    expect(problems).toEqual([
      'DATABASE_URL must be a postgres:// or postgresql:// URL',
      'PORT must be a port number from 0 to 65535',
    ]);
    expect(checks.filter(({ check }) => check === 'configuration.names')).toMatchObject([
      {
        status: 'warning',
        message: 'REGISTRATON has no effect',
        advice: expect.stringContaining('REGISTRATION'),
      },
      { message: 'SMTP_URI has no effect', advice: expect.stringContaining('SMTP_URL') },
    ]);
    for (const check of ['database', 'storage', 'dns']) expect(of(check)?.status).toBe('skipped');
  });

  it('reports combinations that stop a start', async () => {
    const database = { DATABASE_URL: 'postgres://u@127.0.0.1:9/x', APP_SECRET: '' };
    expect((await diagnose(database)).of('configuration')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^APP_SECRET must be set/),
    });
  });

  it('creates nothing for an installation that never started', async () => {
    const dataDirectory = join(directories.make(), 'data');
    const { of, isSuccess } = await diagnose({ DATA_DIR: dataDirectory, APP_SECRET: '' });
    expect([of('configuration')?.status, of('database')?.status, of('storage')?.status]).toEqual([
      'ok',
      'skipped',
      'skipped',
    ]);
    expect([isSuccess, existsSync(dataDirectory)]).toEqual([true, false]);
  });

  it('reports a server that is no replica', async () => {
    const url = await cloneDatabase();
    const { of } = await diagnose({ DATABASE_URL: url, DATABASE_READ_URL: url });
    expect(of('database.replica')).toMatchObject({ status: 'failed', message: 'the server is no replica' });
  });

  it('reports a role that may not create tables', async () => {
    const url = new URL(await cloneDatabase());
    // The name of a role is unique in the server.
    const role = `doctor_${url.pathname.slice(1).replaceAll(/\W/g, '_')}`;
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    try {
      await admin.query(`create role ${role} login password 'of the doctor'`);
      url.username = role;
      url.password = 'of the doctor';
      const { of } = await diagnose({ DATABASE_URL: url.href });
      expect(of('database.permissions')).toMatchObject({
        status: 'failed',
        message: expect.stringMatching(new RegExp(`^${role} cannot create tables, change \\d+ tables`)),
      });
    } finally {
      await admin.query(`drop role if exists ${role}`);
      await admin.end();
    }
  });

  it('sends a test mail on request', async () => {
    const sink = await SmtpSink.start();
    try {
      const { of } = await diagnose({ SMTP_URL: sink.url }, 'operator@example.com');
      expect(of('mail')?.message).toBe('the mail server accepted a mail to operator@example.com');
      expect((await sink.next()).to).toEqual(['operator@example.com']);
    } finally {
      await sink.close();
    }
  });

  it('shows the version and the eviction of Redis (skipped without one)', async ({ skip }) => {
    const redisUrl = await findRedis();
    if (redisUrl === null) return skip('no Redis');
    const { of } = await diagnose({ REDIS_URL: redisUrl });
    expect([of('redis')?.status, of('redis.version')?.message]).toEqual([
      'ok',
      expect.stringMatching(/^Redis \d/),
    ]);
    expect(of('redis.eviction')).toBeDefined();
  });

  it('reports an old Redis, and one that evicts counters', async () => {
    const info = ['redis_version:5.0.14', 'maxmemory:1048576', 'maxmemory_policy:allkeys-lru', ''].join(
      '\r\n',
    );
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data: Buffer) => {
        for (const command of data
          .toString()
          .split(/^\*\d+\r\n/m)
          .slice(1))
          socket.write(/\r\ninfo\r\n/i.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { of } = await diagnose({
        REDIS_URL: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
      });
      expect(of('redis.version')).toMatchObject({ status: 'failed', message: 'Redis 5.0.14' });
      expect(of('redis.eviction')).toMatchObject({
        status: 'warning',
        message: 'maxmemory-policy is allkeys-lru',
      });
    } finally {
      server.close();
    }
  });

  it('reports the name, the expiry and the chain of a certificate, and reads the clock', async () => {
    const inFiveDays = new Date(Date.now() + 5.5 * 86_400_000);
    const from = new Date(inFiveDays);
    from.setUTCFullYear(from.getUTCFullYear() - 1);
    const served = async (commonName: string) => {
      const { privateKey, certificate } = await newSelfSignedKeyPair({ commonName, from, years: 1 });
      const server = createServer({ key: privateKey, cert: certificate }, (_request, response) =>
        response.end(),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const { port } = server.address() as AddressInfo;
        return await diagnose({ PUBLIC_URL: `https://localhost:${port}`, APP_SECRET: TEST_SECRET });
      } finally {
        server.closeAllConnections();
        server.close();
      }
    };
    const { of, isSuccess } = await served('localhost');
    expect(of('certificate.name')?.status).toBe('ok');
    expect(of('certificate.expiry')).toMatchObject({ status: 'warning', message: 'expires in 5 days' });
    expect(of('certificate.trust')).toMatchObject({ status: 'failed' });
    expect(of('clock.public')?.status).toBe('ok');
    expect(isSuccess).toBe(false);
    expect((await served('trestle.example.com')).of('certificate.name')).toMatchObject({
      status: 'failed',
      message: 'not valid for localhost',
    });
  });
});
