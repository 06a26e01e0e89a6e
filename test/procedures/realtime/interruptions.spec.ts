import { afterEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';
import { findRedis } from '../../support/redis';
import { TcpProxy } from '../../support/tcp-proxy';

describe('sockets of two processes', () => {
  let apps: TestApp[] = [];
  let proxy: TcpProxy | null = null;

  afterEach(async () => {
    proxy?.restore();
    for (const app of apps) await app.close();
    await proxy?.close();
    proxy = null;
  });

  const aScene = async (env: Record<string, string>) => {
    const first = await startApp(env);
    apps = [first, await startApp({ ...env, DATABASE_URL: first.databaseUrl })];
    const organization = await anOrganization({ app: first });
    const board = await aBoard({ organization });
    const member = await organization.addMember();
    await relayEvents(first);
    const open = (at: number) => LiveSocket.open(apps[at]!, `/ws/${board.id}`, member.client.caller);
    const sockets = [await open(0), await open(1)];
    for (const socket of sockets) await socket.ofType('presence.join');
    return { app: first, organization, board, member, sockets };
  };

  const present = ({ messages }: LiveSocket, userId: string): boolean =>
    messages.findLast(({ type, payload }) => type.startsWith('presence') && payload.userId === userId)
      ?.type === 'presence.join';

  it('receive everything after the database has ended all connections that listen', async () => {
    const { app, organization, board, member, sockets } = await aScene({});
    const listening = `from pg_stat_activity
      where datname = current_database() and application_name in ('trestle-changes', 'trestle-broadcast')`;
    await expect.poll(async () => (await app.sql.query(`select pid ${listening}`)).rows.length).toBe(4);
    await app.sql.query(`select pg_terminate_backend(pid) ${listening}`);
    await anItem(board, { name: 'Meanwhile' });
    await relayEvents(app);
    for (const socket of sockets) await socket.find(({ payload }) => payload.item?.name === 'Meanwhile');
    const owner = await LiveSocket.open(app, `/ws/${board.id}`, organization.owner.client.caller);
    const { userId } = organization.owner;
    for (const socket of sockets) await expect.poll(() => present(socket, userId)).toBe(true);
    owner.close();
    await made(organization.owner.client, 'organizations.members.remove', { userId: member.userId });
    for (const socket of sockets) expect((await socket.closed).code).toBe(4401);
  });

  it('receive everything while Redis is away, and agree on presence afterwards', async ({ skip }) => {
    const redis = await findRedis();
    if (redis === null) return skip('no Redis: set REDIS_URL');
    const through = await TcpProxy.before(redis);
    proxy = through.proxy;
    const { app, organization, board, sockets } = await aScene({ REDIS_URL: through.url });
    proxy.cut();
    await anItem(board, { name: 'Meanwhile' });
    await relayEvents(app);
    for (const socket of sockets) await socket.find(({ payload }) => payload.item?.name === 'Meanwhile');
    const owner = await LiveSocket.open(app, `/ws/${board.id}`, organization.owner.client.caller);
    const { userId } = organization.owner;
    await expect.poll(() => present(sockets[0]!, userId)).toBe(true);
    proxy.restore();
    await expect.poll(() => present(sockets[1]!, userId)).toBe(true);
    owner.close();
    for (const socket of sockets) {
      await expect.poll(() => present(socket, userId)).toBe(false);
      socket.close();
    }
  });

  it('agree on presence after the connections to Redis have fallen silent', async ({ skip }) => {
    const redis = await findRedis();
    if (redis === null) return skip('no Redis: set REDIS_URL');
    const through = await TcpProxy.before(redis);
    proxy = through.proxy;
    const { app, organization, board, sockets } = await aScene({ REDIS_URL: through.url });
    proxy.silence();
    const owner = await LiveSocket.open(app, `/ws/${board.id}`, organization.owner.client.caller);
    const { userId } = organization.owner;
    for (const socket of sockets) await expect.poll(() => present(socket, userId)).toBe(true);
    owner.close();
    for (const socket of sockets) {
      await expect.poll(() => present(socket, userId)).toBe(false);
      socket.close();
    }
  });
});
