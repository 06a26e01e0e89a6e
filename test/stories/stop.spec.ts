import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emailOf, Installation, register } from '../support/installation';
import { START } from '../support/service-process';

describe('stopping the service', () => {
  let installation: Installation;
  const start: Installation['start'] = (...given) => installation.start(...given);

  beforeEach(() => {
    installation = new Installation();
  });
  afterEach(() => installation.discard());

  it('happens on a signal that npm gets', async () => {
    const npm = await start({ HOME: installation.dataDir }, [
      'npm',
      'start',
      '--prefix',
      dirname(dirname(START)),
    ]).ready();
    npm.signal('SIGTERM');
    expect(await npm.over()).toBe(0);
  });

  it('loses nothing acknowledged on kill -9', async () => {
    const killed = await start().ready();
    const cookie = await register(killed, 'ada@example.com');
    killed.signal('SIGKILL');
    expect(await killed.over()).toBe('SIGKILL');
    const next = await start().ready();
    expect(await emailOf(next, cookie)).toBe('ada@example.com');
  });

  it('drains: it serves calls while load balancers notice that it is not ready, and keeps no connection', async () => {
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

  it('can be forced with a second signal', async () => {
    const service = await start({ DRAIN_SECONDS: '60' }).ready();
    service.signal('SIGTERM');
    await vi.waitFor(async () => expect((await service.fetch('/api/health/ready')).status).toBe(503));
    await vi.waitFor(
      () => {
        service.signal('SIGTERM');
        expect(service.child.exitCode).toBe(1);
      },
      { interval: 250 },
    );
    expect(service.complaints).toEqual(['Trestle was forced to stop by SIGTERM']);
    // The database has been ended with it.
    const next = await start().ready();
    expect(next.stdout).toContain('"takenOver":false');
  });

  it('happens without its database', async () => {
    const service = await start().ready();
    const [pid] = readFileSync(join(installation.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split(
      '\n',
    );
    process.kill(Number(pid), 'SIGQUIT');
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual([
      expect.stringMatching(/^Trestle stops: PostgreSQL \(pid \d+\) ended/),
    ]);
  });
});
