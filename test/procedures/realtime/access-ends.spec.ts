import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clock, useClock } from '../../../src/kernel/clock';
import { startApp, type TestApp } from '../../support/app';
import type { Caller } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { aPeopleGroup } from '../../support/factories/people-group.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';
import { anApplication, tokensFor } from '../../support/oauth';
import { aScimDirectory } from '../../support/scim-directory';

/** Milliseconds on a quiet machine. */
const LIMIT_MS = 20_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const later = (ms: number) => ({ now: () => new Date(Date.now() + ms) });

/** Two processes on one database: the access ends at the second one, and the socket is open at the first. */
describe('a socket whose access ends', () => {
  let app: TestApp;
  let other: TestApp;
  let organization: TestOrganization;
  let workspace: TestWorkspace;
  let board: TestBoard;

  beforeAll(async () => {
    app = await startApp();
    other = await startApp({ DATABASE_URL: app.databaseUrl });
    organization = await anOrganization({ app });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  afterEach(() => useClock());

  const aScene = async (role: 'member' | 'guest' = 'member') => {
    workspace = await aWorkspace({ organization, visibility: 'closed' });
    board = await aBoard({ organization, workspace });
    const member = role === 'guest' ? await organization.addMember('guest') : await workspace.addMember();
    if (role === 'guest') {
      const share = { boardId: board.id, userId: member.userId, permission: 'view' };
      await made(organization.owner.client, 'boards.members.add', share);
    }
    return member;
  };

  const admin = () => organization.owner.client.at(other);

  const expectEnd = async (caller: Caller, end: () => Promise<unknown>, code: number) => {
    const [socket, user] = await Promise.all([
      LiveSocket.open(app, `/ws/${board.id}`, caller),
      LiveSocket.open(app, '/ws', caller),
    ]);
    await socket.ofType('ready');
    await user.ofType('connected');
    const beganAtMs = performance.now();
    await end();
    expect((await socket.closed).code).toBe(code);
    expect(performance.now() - beganAtMs).toBeLessThan(LIMIT_MS);
    if (code === 4404) user.close();
    else expect((await user.closed).code).toBe(code);
    expect(performance.now() - beganAtMs).toBeLessThan(LIMIT_MS);
  };

  const withToken = ({ client }: TestMember) => client.caller;
  const withSession = async ({ userId }: TestMember) => {
    const { cookie, id } = await aSession(userId, { app });
    return { caller: { cookie, slug: organization.slug } as Caller, id };
  };

  it('with the session, on sign-out', async () => {
    const { caller } = await withSession(await aScene());
    const client = organization.owner.client.at(other).as({ token: undefined as never, ...caller });
    const headers = { origin: `http://${organization.slug}.trestle.test` };
    await expectEnd(caller, () => client.request('POST', '/api/auth/signout', undefined, headers), 4401);
  });

  it('with the session, when it is revoked', async () => {
    const member = await aScene();
    const { caller, id } = await withSession(member);
    const another = await withSession(member);
    const client = organization.owner.client.at(other).as({ token: undefined as never, ...another.caller });
    const headers = { origin: `http://${organization.slug}.trestle.test` };
    await expectEnd(caller, () => client.mutate('auth.sessions.revoke', { id }, headers), 4401);
  });

  it('with the token', async () => {
    const member = await aScene();
    const { data } = await member.client.query('auth.tokens.list');
    const [{ id }] = data.tokens;
    await expectEnd(
      withToken(member),
      () => member.client.at(other).mutate('auth.tokens.revoke', { tokenId: id }),
      4401,
    );
  });

  it('with the token, at its expiry', async () => {
    const member = await aScene();
    const expiry = new Date(clock.nowMs() + 500);
    await app.sql.query('update tokens set expires_at = $2 where user_id = $1', [member.userId, expiry]);
    await expectEnd(withToken(member), () => Promise.resolve(), 4401);
  });

  it('when the board moves to a workspace of others', async () => {
    const member = await aScene();
    const { caller } = await withSession(member);
    const elsewhere = await aWorkspace({ organization, visibility: 'closed' });
    const { id: projectId } = await made(admin(), 'projects.create', {
      workspaceId: elsewhere.id,
      name: 'Elsewhere',
    });
    await expectEnd(caller, () => made(admin(), 'boards.move', { id: board.id, projectId }), 4404);
  });

  it.each([
    ['with the session, at its expiry', 31 * DAY_MS],
    ['with the session, when it was not used for too long', 9 * HOUR_MS],
  ])('%s', async (_how, afterMs) => {
    const { caller } = await withSession(await aScene());
    await expectEnd(caller, () => Promise.resolve(useClock(later(afterMs))), 4401);
  });

  it('with a session that only the open socket uses', async () => {
    const { caller } = await withSession(await aScene());
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, caller);
    const { seq } = await socket.ofType('ready');
    useClock(later(8 * HOUR_MS - 60_000));
    // A change of the board, for which the access is read again.
    await made(admin(), 'boards.groups.create', { boardId: board.id, name: 'New' });
    await relayEvents(app);
    await socket.upTo(seq! + 1);
    useClock(later(8 * HOUR_MS + 60_000));
    expect((await socket.closed).code).toBe(4401);
  });

  it('not with a session that calls have used since the handshake', async () => {
    const { caller } = await withSession(await aScene());
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, caller);
    await socket.ofType('ready');
    const client = organization.owner.client.as({ token: undefined as never, ...caller });
    useClock(later(7 * HOUR_MS));
    expect((await client.query('auth.me')).status).toBe(200);
    useClock(later(9 * HOUR_MS));
    await made(admin(), 'boards.groups.create', { boardId: board.id, name: 'New' });
    await relayEvents(app);
    await socket.ofType('group.created');
    // Longer than the interval at which expired credentials are looked for.
    await delay(1_200);
    socket.send('ping');
    await socket.ofType('pong');
    socket.close();
  });

  it('with the access token of an application, at its expiry', async () => {
    const member = await aScene();
    const application = await anApplication(organization, { scopes: ['read'] });
    const { access_token: token } = await tokensFor(app, member, application);
    const caller = { token, slug: organization.slug };
    await expectEnd(caller, () => Promise.resolve(useClock(later(DAY_MS))), 4401);
  });

  it('with the user of a directory', async () => {
    const directory = await aScimDirectory({ app });
    const member = await directory.organization.addMember();
    board = await aBoard({ organization: directory.organization });
    const off = { op: 'replace', path: 'active', value: false };
    await expectEnd(withToken(member), () => directory.patch(`Users/${member.userId}`, off), 4401);
  });

  it('with the grant of an application', async () => {
    const member = await aScene();
    const application = await anApplication(organization, { scopes: ['read'] });
    const { access_token: accessToken } = await tokensFor(app, member, application);
    const caller = { token: accessToken, slug: organization.slug };
    const { data } = await member.client.query('oauth.grants.list');
    await expectEnd(
      caller,
      () => member.client.at(other).mutate('oauth.grants.revoke', { id: data.grants[0].id }),
      4401,
    );
  });

  it.each([
    ['removed', 'organizations.members.remove'],
    ['deactivated', 'organizations.members.deactivate'],
  ])('with the membership: %s', async (_how, procedure) => {
    const member = await aScene();
    await expectEnd(withToken(member), () => made(admin(), procedure, { userId: member.userId }), 4401);
    const another = await aScene();
    const { caller } = await withSession(another);
    await expectEnd(caller, () => made(admin(), procedure, { userId: another.userId }), 4403);
  });

  it('with the workspace that hides the board', async () => {
    const member = await aScene();
    const input = { workspaceId: workspace.id, userId: member.userId };
    await expectEnd(withToken(member), () => made(admin(), 'workspaces.members.remove', input), 4404);
  });

  it('with a group of people that gives it, when the member leaves the group, or the group the workspace', async () => {
    const aGroupScene = async (name: string) => {
      await aScene();
      const member = await organization.addMember();
      const { id: groupId } = await aPeopleGroup(organization, { name, userIds: [member.userId] });
      await made(admin(), 'workspaces.groups.add', { workspaceId: workspace.id, groupId });
      return { member, groupId };
    };
    const first = await aGroupScene('Leaves');
    const leave = { groupId: first.groupId, userIds: [first.member.userId] };
    await expectEnd(
      withToken(first.member),
      () => made(admin(), 'organizations.groups.members.remove', leave),
      4404,
    );
    const second = await aGroupScene('Loses');
    const lose = { workspaceId: workspace.id, groupId: second.groupId };
    await expectEnd(withToken(second.member), () => made(admin(), 'workspaces.groups.remove', lose), 4404);
  });

  it('with a role that sees less', async () => {
    await aScene();
    const administrator = await organization.addMember('admin');
    const input = { userId: administrator.userId, role: 'member' };
    await expectEnd(
      withToken(administrator),
      () => made(admin(), 'organizations.members.updateRole', input),
      4404,
    );
  });

  it('when the workspace becomes closed', async () => {
    const open = await aWorkspace({ organization });
    board = await aBoard({ organization, workspace: open });
    const member = await organization.addMember();
    const input = { id: open.id, visibility: 'closed' };
    await expectEnd(withToken(member), () => made(admin(), 'workspaces.update', input), 4404);
  });

  it('with the share of a guest', async () => {
    const guest = await aScene('guest');
    const input = { boardId: board.id, userId: guest.userId };
    await expectEnd(withToken(guest), () => made(admin(), 'boards.members.remove', input), 4404);
  });

  it('with the board', async () => {
    const member = await aScene();
    await expectEnd(withToken(member), () => made(admin(), 'boards.delete', { id: board.id }), 4404);
  });

  it('with the project', async () => {
    const member = await aScene();
    const end = () => made(admin(), 'projects.delete', { id: board.project.id });
    await expectEnd(withToken(member), end, 4404);
  });

  it('only for one of the boards of a socket', async () => {
    const member = await aScene();
    const hidden = board.id;
    const openWorkspace = await aWorkspace({ organization });
    const seen = await aBoard({ organization, workspace: openWorkspace });
    const socket = await LiveSocket.open(app, '/ws', withToken(member));
    for (const boardId of [hidden, seen.id]) socket.send('subscribe', { boardId });
    await socket.find(({ type, boardId }) => type === 'ready' && boardId === seen.id);
    await made(admin(), 'workspaces.members.remove', { workspaceId: workspace.id, userId: member.userId });
    const { payload } = await socket.ofType('unsubscribed');
    expect(payload).toEqual({ boardId: hidden, reason: 'No such board' });
    socket.send('unsubscribe', { boardId: seen.id });
    await socket.find(({ type, boardId }) => type === 'unsubscribed' && boardId === seen.id);
    socket.close();
  });

  it('with the organization', async () => {
    const elsewhere = await anOrganization({ app });
    board = await aBoard({ organization: elsewhere });
    const input = { id: elsewhere.id, slug: elsewhere.slug };
    const { cookie } = await aSession(elsewhere.owner.userId, { app });
    const caller = { cookie, slug: elsewhere.slug };
    const end = () => elsewhere.owner.client.at(other).mutate('organizations.delete', { slug: input.slug });
    await expectEnd(caller, end, 4403);
  });

  it('keeps sockets whose access changes but does not end', async () => {
    const member = await aScene();
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, withToken(member));
    const { seq } = await socket.ofType('ready');
    await made(admin(), 'workspaces.members.updateRole', {
      workspaceId: workspace.id,
      userId: member.userId,
      role: 'viewer',
    });
    await made(admin(), 'boards.groups.create', { boardId: board.id, name: 'Still here' });
    await relayEvents(app);
    const { type } = (await socket.upTo(seq! + 1)).at(-1)!;
    expect(type).toBe('group.created');
    socket.close();
  });
});
