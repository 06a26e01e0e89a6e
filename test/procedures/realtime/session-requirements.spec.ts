import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrganizationId } from '../../../src/kernel/ids';
import { memberTopic } from '../../../src/modules/hierarchy';
import { ChangeFeed } from '../../../src/platform/cache/change-feed';
import { startApp, type TestApp } from '../../support/app';
import { withSecondFactor } from '../../support/authenticator';
import { type Caller, WireClient } from '../../support/client';
import { anAccount, aSession } from '../../support/factories/account.factory';
import { aBoard } from '../../support/factories/board.factory';
import { anOrganization, type TestMember } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { aSignOn, sessionOf } from '../../support/identity-provider/test-identity-provider';
import { LiveSocket } from '../../support/live-socket';

const DAY_MS = 86_400_000;

/** Two processes on one database: the change is made at the second one, and the sockets are open at the first. */
describe('a socket of a session', () => {
  let app: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    app = await startApp();
    other = await startApp({ DATABASE_URL: app.databaseUrl });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const originOf = (slug: string) => ({ origin: `http://${slug}.trestle.test` });

  const sessionCallerOf = async (
    { slug }: { slug: string },
    { userId }: { userId: TestMember['userId'] },
    options: Parameters<typeof aSession>[1] = {},
  ): Promise<Caller> => {
    const { cookie } = await aSession(userId, {
      app,
      expiresAt: new Date(Date.now() + 60 * DAY_MS),
      ...options,
    });
    return { cookie, slug };
  };

  /** A socket of a board and one of the user. */
  const opened = async (boardId: string, caller: Caller) => {
    const sockets = [
      await LiveSocket.open(app, `/ws/${boardId}`, caller),
      await LiveSocket.open(app, '/ws', caller),
    ];
    await sockets[0]!.ofType('ready');
    await sockets[1]!.ofType('connected');
    return sockets;
  };

  const expectEnd = async (sockets: LiveSocket[], code: number, reason: string) => {
    for (const socket of sockets) {
      expect(await socket.closed).toEqual({ code, reason: expect.stringContaining(reason) });
    }
  };

  const expectOpen = async (sockets: LiveSocket[]) => {
    for (const socket of sockets) {
      socket.send('ping');
      await socket.ofType('pong');
      expect(socket.socket.readyState).toBe(socket.socket.OPEN);
      socket.close();
    }
  };

  it('ends when a second factor that the organization requires is due, without a change', async () => {
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization });
    const member = await organization.addMember();
    const session = await opened(board.id, await sessionCallerOf(organization, member));
    const token = await opened(board.id, member.client.caller);
    const signedOn = await opened(
      board.id,
      await sessionCallerOf(organization, member, {
        method: 'saml',
        signOnOrganizationId: organization.id,
      }),
    );
    const admin = organization.owner.client.at(other);
    await made(admin, 'organizations.update', { requireTwoFactor: true, graceDays: 1 });
    // A session is idle after eight hours, so the deadline comes closer instead of the clock.
    await app.sql.query('update organizations set two_factor_required_from = $2 where id = $1', [
      organization.id,
      new Date(Date.now() + 1_000),
    ]);
    await made(admin, 'organizations.update', { name: 'Renamed' });
    await expectEnd(session, 4403, 'two-factor');
    await expectOpen([...token, ...signedOn]);
  });

  it('ends when the user disables the second factor that the organization requires', async () => {
    const account = await anAccount({ app });
    const nowMs = Date.now();
    const { authenticator } = await withSecondFactor(account, nowMs);
    await made(account.client, 'organizations.update', { requireTwoFactor: true, graceDays: 1 });
    await app.sql.query('update organizations set two_factor_required_from = now() where id = $1', [
      account.organizationId,
    ]);
    const organization = { slug: account.slug };
    const project = await boardOf(account.client);
    const caller = await sessionCallerOf(organization, account);
    const sockets = await opened(project, caller);
    const code = authenticator.code(nowMs + 30_000);
    const disabled = await new WireClient(other, caller).mutate('auth.twoFactor.disable', { code });
    expect(disabled.status).toBe(200);
    await expectEnd(sockets, 4403, 'two-factor');
  });

  it('ends when single sign-on becomes required, except those of single sign-on, of tokens and of the owner', async () => {
    const provider = await aSignOn({ app });
    const { organization } = provider;
    const board = await aBoard({ organization });
    const member = await organization.addMember();
    const admin = await organization.addMember('admin');
    const signedOn = sessionOf(await provider.signOn())!;
    const sockets = await opened(board.id, await sessionCallerOf(organization, member));
    const sessionOfAdmin = await opened(board.id, await sessionCallerOf(organization, admin));
    const kept = [
      ...(await opened(board.id, { cookie: signedOn, slug: organization.slug })),
      ...(await opened(board.id, member.client.caller)),
      ...(await opened(board.id, await sessionCallerOf(organization, organization.owner))),
    ];
    await made(organization.owner.client.at(other), 'sso.update', { enforced: true });
    await expectEnd([...sockets, ...sessionOfAdmin], 4403, 'single sign-on');
    await expectOpen(kept);
  });

  it('ends when single sign-on is deleted that began the session', async () => {
    const provider = await aSignOn({ app });
    const { organization } = provider;
    const board = await aBoard({ organization });
    const cookie = sessionOf(await provider.signOn())!;
    const sockets = await opened(board.id, { cookie, slug: organization.slug });
    await made(organization.owner.client.at(other), 'sso.delete', {});
    await expectEnd(sockets, 4401, '');
  });

  it('ends with a change of the password, except the socket of the session that made the change', async () => {
    const account = await anAccount({ app });
    const boardId = await boardOf(account.client);
    const own = { cookie: account.cookie, slug: account.slug };
    const kept = await opened(boardId, own);
    const ended = await opened(boardId, await sessionCallerOf(account, account));
    const input = { currentPassword: account.password, newPassword: 'a whole new password' };
    const changed = await new WireClient(other, own).mutate(
      'auth.changePassword',
      input,
      originOf(account.slug),
    );
    expect(changed.status).toBe(200);
    await expectEnd(ended, 4401, 'Sign in');
    await expectOpen(kept);
  });

  it('never continues in another organization that the same request would name now', async () => {
    const [first, second] = [await anOrganization({ app }), await anOrganization({ app })];
    const member = await first.addMember();
    const board = await aBoard({ organization: first });
    const { cookie } = await aSession(member.userId, { app });
    // At the apex, the only organization of the user is meant.
    const sockets = await opened(board.id, { cookie });
    await moveMember(member, second.id);
    app.nest.get(ChangeFeed, { strict: false }).publish([memberTopic(member.userId)]);
    await expectEnd(sockets, 4403, 'not an active member');
    const there = await LiveSocket.open(app, '/ws', { cookie });
    expect((await there.ofType('connected')).payload.organizationId).toBe(second.id);
    there.close();
  });

  /** In one step: the user is a member of exactly one organization before and after it. */
  const moveMember = async ({ userId }: TestMember, to: OrganizationId) => {
    await app.sql.query('delete from tokens where user_id = $1', [userId]);
    await app.sql.query('update members set organization_id = $2 where user_id = $1', [userId, to]);
  };

  const boardOf = async (client: WireClient): Promise<string> => {
    const workspace = await made(client, 'workspaces.create', { name: 'Own' });
    const project = await made(client, 'projects.create', { workspaceId: workspace.id, name: 'Own' });
    const board = await made(client, 'boards.create', { projectId: project.id, name: 'Own' });
    return board.id;
  };
});
