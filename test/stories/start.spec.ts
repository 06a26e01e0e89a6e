import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceProcess, START } from '../support/service-process';

describe('npm start', () => {
  let dataDir: string;
  const started: ServiceProcess[] = [];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'trestle-start-'));
  });
  afterEach(async () => {
    for (const service of started.splice(0)) await service.discard();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function start(env: Record<string, string> = {}, command?: string[]): ServiceProcess {
    const service = new ServiceProcess({ DATA_DIR: dataDir, ...env }, command);
    started.push(service);
    return service;
  }

  async function register(service: ServiceProcess): Promise<string> {
    const response = await service.fetch('/api/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Ada',
        email: 'ada@example.com',
        password: 'correct horse battery',
        organizationName: 'Acme',
      }),
    });
    expect(response.status).toBe(201);
    return response.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  }

  async function emailOf(service: ServiceProcess, cookie: string): Promise<unknown> {
    const response = await service.fetch('/api/trpc/auth.me', { headers: { cookie } });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { result: { data: { json: { email: string } } } };
    return body.result.data.json.email;
  }

  it('tells where it is and what to do first, keeps its data, and ends with SIGTERM', async () => {
    const first = await start().ready();
    await vi.waitFor(() => expect(first.stdout).toContain('Ctrl-C stops.'));
    const port = new URL(first.url).port;
    expect(first.stdout).toContain(`is ready at http://localhost:${port} (`);
    expect(first.stdout).toContain(`Data: ${dataDir}`);
    expect(first.stdout).toContain(`curl -sS http://localhost:${port}/api/auth/register`);
    const cookie = await register(first);
    first.signal('SIGTERM');
    expect(await first.over()).toBe(0);
    expect(first.complaints).toEqual([]);

    const second = await start().ready();
    expect(await emailOf(second, cookie)).toBe('ada@example.com');
    second.signal('SIGINT');
    expect(await second.over()).toBe(0);
  });

  it('hears a signal that npm gets', async () => {
    const npm = await start({ HOME: dataDir }, ['npm', 'start', '--prefix', dirname(dirname(START))]).ready();
    npm.signal('SIGTERM');
    expect(await npm.over()).toBe(0);
  });

  it('finds everything acknowledged again after kill -9', async () => {
    const killed = await start().ready();
    const cookie = await register(killed);
    killed.signal('SIGKILL');
    expect(await killed.over()).toBe('SIGKILL');
    const next = await start().ready();
    expect(await emailOf(next, cookie)).toBe('ada@example.com');
  });

  it('is refused while another process has the data directory', async () => {
    const first = await start().ready();
    const second = start();
    expect(await second.over()).toBe(1);
    expect(second.complaints).toEqual([expect.stringContaining(dataDir)]);
    expect((await first.fetch('/api/health/ready')).status).toBe(200);
  });

  it.each([
    [{ PORT: 'many' }, 'PORT must be a port number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a port number from 0 to 65535'],
    [{ ROLES: 'api,cook' }, 'ROLES must be a comma-separated list of api, worker, realtime'],
    [{ STORAGE_URL: 'ftp://x' }, 'STORAGE_URL must be a file: URL'],
    [{ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }, 'APP_SECRET must be set'],
    [
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x', APP_SECRET: 'x'.repeat(32) },
      'DATABASE_URL: the database at 127.0.0.1:1 cannot be reached (ECONNREFUSED)',
    ],
    [{ HOST: '203.0.113.7' }, 'HOST 203.0.113.7 is no address of this machine'],
    [{ DATA_DIR: '/dev/null/x' }, 'DATA_DIR'],
  ])('stops with one line that names the variable: %o', async (env, line) => {
    const service = start(env);
    expect(await service.over()).toBe(1);
    expect(service.complaints).toHaveLength(1);
    expect(service.complaints[0]).toContain(line);
    expect(service.stdout + service.complaints.join()).not.toContain('hunter2');
    expect(service.stdout).not.toContain('    at ');
  });

  it('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = start({ PORT: String(port) });
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual([
      `Trestle cannot start: PORT ${port} on 127.0.0.1 is taken; stop the program that has it or set another PORT`,
    ]);
    other.close();
  });

  it('serves on while balancers notice that it is not ready, and keeps no connection', async () => {
    const service = await start({ DRAIN_SECONDS: '2' }).ready();
    const agent = new Agent({ keepAlive: true });
    const ask = async (path: string) => {
      const request = get(`${service.url}${path}`, { agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response;
    };
    expect((await ask('/api/health')).headers.connection).toBe('keep-alive');
    service.signal('SIGTERM');
    await vi.waitFor(async () => expect((await ask('/api/health/ready')).statusCode).toBe(503));
    const served = await ask('/api/trpc/auth.me');
    expect(served.statusCode).toBe(401);
    expect(served.headers.connection).toBe('close');
    // The order came to a whole group of processes, and again through one of them.
    service.signal('SIGTERM');
    expect(await service.over()).toBe(0);
    agent.destroy();
  });

  it('can be forced by a second signal', async () => {
    const service = await start({ DRAIN_SECONDS: '60' }).ready();
    service.signal('SIGTERM');
    await vi.waitFor(async () => expect((await service.fetch('/api/health/ready')).status).toBe(503));
    await vi.waitFor(
      () => {
        service.signal('SIGTERM');
        expect(service.child.exitCode).toBe(1);
      },
      { timeout: 10_000, interval: 250 },
    );
    expect(service.complaints).toEqual(['Trestle was forced to stop by SIGTERM']);
    // The database has been ended with it.
    const next = await start().ready();
    expect(next.stdout).toContain('"takenOver":false');
  });

  it('does not live on without its database', async () => {
    const service = await start().ready();
    const [pid] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual([
      expect.stringMatching(/^Trestle stops: PostgreSQL \(pid \d+\) ended/),
    ]);
  });

  it('npm run migrate makes the schema and ends', async () => {
    const first = start({}, [process.execPath, START, 'migrate']);
    expect(await first.over()).toBe(0);
    expect(first.stdout).toContain('The database is up to date (AddUsers');
    const second = start({}, [process.execPath, START, 'migrate']);
    expect(await second.over()).toBe(0);
    expect(second.stdout).toContain('The database is up to date (nothing to do)');
  });
});
