import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApplication } from '../../../src/application';
import { readConfiguration } from '../../../src/platform/config/configuration';
import { type ConnectPatience, ConnectRetry } from '../../../src/platform/database/startup/connect-retry';
import { assertSupportedVersion } from '../../../src/platform/database/migrations/server-version';
import { Log } from '../../../src/platform/logging/log';
import { TEST_SECRET } from '../../support/app';
import { cloneDatabase } from '../../support/database';
import { TcpProxy } from '../../support/tcp-proxy';

const PATIENT: ConnectPatience = { limitMs: 120_000 };

interface Line {
  level: string;
  msg: string;
  attempt?: number;
  reason?: string;
}

describe('a start whose database cannot be reached', () => {
  let proxy: TcpProxy;
  let url: string;
  let text: string;
  let app: NestFastifyApplication | undefined;

  beforeEach(async () => {
    ({ proxy, url } = await TcpProxy.before(await cloneDatabase()));
    text = '';
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await proxy.close();
  });

  const waits = (): Line[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
      .filter(({ msg }) => msg === 'the database cannot be reached, the start waits for it');

  async function start(patience: ConnectPatience, databaseUrl = url, env = {}): Promise<void> {
    const configuration = readConfiguration({
      DATABASE_URL: databaseUrl,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'trestle-data-')),
      PUBLIC_URL: 'http://trestle.test',
      ...env,
    });
    const log = new Log({ write: (line: string) => void (text += line) }, 'info');
    app = await createApplication(configuration, databaseUrl, log, patience);
  }

  it('waits for it, logs each attempt in one line without secrets, and succeeds when it can', async () => {
    proxy.cut();
    const started = start(PATIENT);
    await vi.waitUntil(() => waits().length >= 3);
    proxy.restore();
    await started;
    expect(waits().slice(0, 3)).toMatchObject([1, 2, 3].map((attempt) => ({ level: 'warn', attempt })));
    for (const { reason } of waits()) expect(reason).toMatch(/ECONNRESET|Connection terminated/);
    expect(text).not.toContain(new URL(url).password);
    expect(text).not.toContain('    at ');
    const ready = await app!.inject('/api/health/ready');
    expect(ready.statusCode).toBe(200);
  });

  it('succeeds with a first connection that takes more than five seconds', async () => {
    proxy.freeze();
    const started = start(PATIENT);
    await delay(5_500);
    proxy.restore();
    await started;
    expect((await app!.inject('/api/health/ready')).statusCode).toBe(200);
  });

  it('fails with the last error when the time is over', async () => {
    proxy.cut();
    await expect(start({ limitMs: 1_000 })).rejects.toThrow(/ECONNRESET|Connection terminated/);
    expect(waits().length).toBeGreaterThanOrEqual(1);
  });

  it('ends when the process is to stop', async () => {
    proxy.cut();
    const stopping = new AbortController();
    const started = start({ ...PATIENT, signal: stopping.signal });
    const failed = expect(started).rejects.toThrow(/aborted|ECONNRESET|Connection terminated/);
    await vi.waitUntil(() => waits().length >= 2);
    stopping.abort();
    const logged = waits().length;
    await failed;
    expect(waits()).toHaveLength(logged);
  });

  it.each([
    ['a wrong password', (given: URL) => (given.password = 'wrong'), '28P01'],
    ['a missing database', (given: URL) => (given.pathname = '/nowhere'), '3D000'],
    ['an unknown parameter', (given: URL) => given.searchParams.set('options', '-c no_such=1'), '42704'],
  ])('fails immediately with %s', async (_what, change, code) => {
    const given = new URL(url);
    change(given);
    await expect(start(PATIENT, given.href)).rejects.toMatchObject({ code });
    expect(waits()).toEqual([]);
  });

  it('fails immediately with a server that is too old', async () => {
    const server = { query: () => Promise.resolve([{ major: 14, text: '14.2' }]) as never };
    const log = new Log({ write: (line: string) => void (text += line) });
    await expect(new ConnectRetry(log, PATIENT).run(() => assertSupportedVersion(server))).rejects.toThrow(
      'DATABASE_URL: the server is PostgreSQL 14.2; Trestle needs PostgreSQL 15 or later',
    );
    expect(waits()).toEqual([]);
  });

  it('is repeated when the connection is lost between two parts of the start', async () => {
    const log = new Log({ write: (line: string) => void (text += line) });
    const work = vi.fn<() => Promise<string>>();
    const failure = (code: string, message = '') => Object.assign(new Error(message), { code });
    work
      .mockRejectedValueOnce(failure('57P03', 'the database system is starting up'))
      .mockRejectedValueOnce(failure('53300', 'sorry, too many clients already'))
      .mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
      .mockRejectedValueOnce(new AggregateError([failure('ECONNREFUSED')], ''))
      .mockResolvedValueOnce('done');
    expect(await new ConnectRetry(log, PATIENT).run(work)).toBe('done');
    expect(waits()).toHaveLength(4);
  });
});
