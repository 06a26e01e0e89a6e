import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MemoryPressure } from '../../../src/http/server/memory-pressure';
import { listen, type TestApp } from '../../support/app';
import { WireClient, type WireAnswer } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { scrape, startMeasuredApp } from '../../support/metrics';
import { errorOf, expectEveryHeader } from '../../support/wire-shape';

/** Calls of one organization: eight less two of the pool's connections, and those that wait. */
const OF_ONE_ORGANIZATION = 506;
const REQUESTS = 1_000;
/** JSON that is valid and too long to count as small. */
const LARGE = JSON.stringify({ json: { name: 'x'.repeat(70_000) } });

describe('overload: 503 with Retry-After before memory or connections run out', () => {
  let app: TestApp;
  let port: number;
  let first: TestOrganization;
  let second: TestOrganization;
  beforeAll(async () => {
    app = await startMeasuredApp({ ROLES: 'api' });
    port = await listen(app);
    first = await anOrganization({ app });
    second = await anOrganization({ app });
  });
  afterAll(() => app.close());

  const rejections = async (cause: string) =>
    (await scrape(app)).value(`trestle_requests_rejected_total{cause="${cause}"}`) ?? 0;
  const expectOverload = (answer: WireAnswer, path: string) => {
    expect([answer.status, answer.body]).toEqual([503, errorOf('SERVICE_UNAVAILABLE', path)]);
    expect(answer.headers['retry-after']).toBe('1');
    expectEveryHeader(answer.headers);
  };

  /** Keeps all calls that read workspaces waiting. */
  async function whileWorkspacesAreLocked(work: () => Promise<void>): Promise<void> {
    const client = await app.sql.connect();
    await client.query('begin; lock table workspaces in access exclusive mode');
    try {
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const lists = (organization: TestOrganization, count: number, onRejection: (answer: WireAnswer) => void) =>
    Array.from({ length: count }, async () => {
      const answer = await organization.owner.client.query('workspaces.list');
      if (answer.status === 503) onRejection(answer);
      return answer;
    });

  /** On a slow machine, the last ones of many calls can wait too long for a connection. */
  async function expectServed(calls: Promise<WireAnswer>[]): Promise<void> {
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 503]);
  }

  it('limits the calls of one organization that wait for a connection, and serves others', async () => {
    const calls: Promise<WireAnswer>[] = [];
    await whileWorkspacesAreLocked(async () => {
      const rejected = await new Promise<WireAnswer>((resolve) => {
        calls.push(...lists(first, OF_ONE_ORGANIZATION + 1, resolve));
      });
      expectOverload(rejected, 'workspaces.list');
      expect((await second.owner.client.query('auth.me')).status).toBe(200);
    });
    await expectServed(calls);
    expect(await rejections('organization')).toBe(1);
  });

  it('limits the requests in progress, and still serves health checks', async () => {
    const calls: Promise<WireAnswer>[] = [];
    const before = await rejections('requests');
    await whileWorkspacesAreLocked(async () => {
      const rejected = new Promise<WireAnswer>((resolve) => {
        for (const organization of [first, second]) calls.push(...lists(organization, REQUESTS / 2, resolve));
        calls.push(...lists(second, 1, resolve));
      });
      expectOverload(await rejected, 'workspaces.list');
      expect((await new WireClient(app).request('GET', '/api/health')).status).toBe(200);
    });
    await expectServed(calls);
    expect(await rejections('requests')).toBe(before + 1);
    // The room is free again.
    expect((await first.owner.client.query('workspaces.list')).status).toBe(200);
  });

  it('limits the large bodies in memory, until their connections close', async () => {
    const sockets: Socket[] = [];
    const send = (headers: string) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write(
        `POST /api/trpc/workspaces.create HTTP/1.1\r\nHost: trestle.test\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`,
      );
      return once(socket, 'connect');
    };
    const create = (body: string) =>
      first.owner.client.request('POST', '/api/trpc/workspaces.create', Buffer.from(body), {
        'content-type': 'application/json',
      });
    const before = await rejections('bodies');
    // Seven bodies whose lengths are known, or could be, the limit of ten MiB do not fit.
    await Promise.all(Array.from({ length: 3 }, () => send('Content-Length: 10485760')));
    await Promise.all(Array.from({ length: 4 }, () => send('Transfer-Encoding: chunked')));
    await vi.waitUntil(async () => (await rejections('bodies')) > before);
    const room = 64 * 2 ** 20 - 6 * 10_485_760;
    expectOverload(await create(`${LARGE}${' '.repeat(room - LARGE.length + 1)}`), 'workspaces.create');
    // Small bodies are not limited.
    expect((await create('{"json":{"name":"Small"}}')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await vi.waitUntil(async () => (await create(LARGE)).status === 400);
  });

  it('counts the body of a request to an unknown address, and then forgets it', async () => {
    const before = await rejections('bodies');
    const unknown = (headers: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST /api/nowhere HTTP/1.1\r\nHost: trestle.test\r\n${headers}\r\n\r\n`);
      return socket;
    };
    const sockets = ['Content-Length: 10485760', 'Transfer-Encoding: chunked'].flatMap((each) =>
      Array.from({ length: 4 }, () => unknown(`Content-Type: application/json\r\n${each}`)),
    );
    await vi.waitUntil(async () => (await rejections('bodies')) > before);
    for (const socket of sockets) socket.destroy();
  });

  it('serves a few requests while memory is short', async () => {
    vi.spyOn(app.nest.get(MemoryPressure), 'isShort', 'get').mockReturnValue(true);
    const calls: Promise<WireAnswer>[] = [];
    try {
      await whileWorkspacesAreLocked(async () => {
        const rejected = new Promise<WireAnswer>((resolve) => calls.push(...lists(first, 9, resolve)));
        expectOverload(await rejected, 'workspaces.list');
      });
    } finally {
      vi.restoreAllMocks();
    }
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(await rejections('memory')).toBe(1);
  });
});
