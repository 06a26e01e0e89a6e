import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { listedItems } from '../../support/item-lists';
import { TcpProxy } from '../../support/tcp-proxy';
import { query } from './embedded-postgres/support/place';
import { ReplicatedDatabase } from './read-replica/support/replicated-database';

const WRITERS = 8;
/** Acknowledged before the primary is killed, and again after its failure. */
const WRITES = Number(process.env['FAILOVER_WRITES'] ?? 200);

/** A primary with a synchronous standby, behind an address that follows the primary: a proxy, or a Service of Kubernetes. */
describe('a failover to the standby', () => {
  const databases = new ReplicatedDatabase();
  let proxy: TcpProxy;
  let app: TestApp;
  let board: TestBoard;
  beforeEach(async () => {
    await databases.start();
    await databases.replicateSynchronously();
    const address = await TcpProxy.before(databases.primaryUrl);
    proxy = address.proxy;
    app = await startApp({ DATABASE_URL: address.url, ROLES: 'api' });
    board = await aBoard({ organization: await anOrganization({ app }) });
  });
  afterEach(async () => {
    await app?.close();
    await proxy?.close();
    await databases.stop();
  });

  it(`keeps every acknowledged write of ${WRITERS} writers, and is ready again without a restart`, async () => {
    const acknowledged: string[] = [];
    const refused = new Set<number>();
    const ended = new AbortController();
    let isPromoted = false;
    let afterPromotion = 0;

    const write = async (writer: number) => {
      for (let count = 0; !ended.signal.aborted; count += 1) {
        const name = `${writer}/${count}`;
        const { status } = await board.organization.owner.client.mutate('items.create', {
          boardId: board.id,
          groupId: board.groupIds[0],
          name,
        });
        if (status !== 200) refused.add(status);
        else {
          acknowledged.push(name);
          if (isPromoted) afterPromotion += 1;
        }
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));

    await vi.waitUntil(() => acknowledged.length >= WRITES);
    databases.killPrimary();
    const killedAt = performance.now();
    proxy.cut();
    await databases.promoteReplica();
    proxy.pointTo(databases.replicaUrl);
    proxy.restore();
    isPromoted = true;
    const promotedAfter = performance.now() - killedAt;
    await vi.waitUntil(() => afterPromotion > 0);
    const writableAfter = performance.now() - killedAt;
    await vi.waitUntil(() => afterPromotion >= WRITES);
    ended.abort();
    await writing;

    expect([...refused]).toEqual([503]);
    const [server] = await query(databases.replicaUrl, 'select pg_is_in_recovery() as standby');
    expect(server).toEqual({ standby: false });
    const listed = await listedItems(board.organization.owner.client, { boardId: board.id });
    const names = new Set(listed.map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    expect(listed.map(({ position }) => position)).toEqual([...listed.keys()]);
    expect((await new WireClient(app).request('GET', '/api/health/ready')).status).toBe(200);
    if (process.env['FAILOVER_WRITES'] !== undefined) {
      process.stdout.write(
        `failover: ${acknowledged.length} acknowledged writes kept; promoted after ${Math.round(promotedAfter)} ms, ` +
          `first write after ${Math.round(writableAfter)} ms\n`,
      );
    }
  });
});
