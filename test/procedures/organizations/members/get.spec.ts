import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '../../../../src/kernel/clock';
import { statusWithoutScope } from '../../../support/access-checks';
import { sharedApp, type TestApp } from '../../../support/app';
import { anAccount, aSession } from '../../../support/factories/account.factory';
import { aBoard } from '../../../support/factories/board.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../../support/refusals';

const NAME = 'organizations.members.get';
const INSTANT = expect.stringMatching(/\.\d{3}Z$/);

describe('organizations.members.get', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('200: a member with workspaces, tokens, sessions and methods, never a secret', async () => {
    const organization = await anOrganization({ app });
    const workspace = await aWorkspace({ organization, name: 'Design' });
    const { userId, email, name } = await workspace.addMember('viewer', 'Mia Member');
    const { id: sessionId } = await aSession(userId, { app, method: 'provider' });
    await app.sql.query(`update users set password_hash = 'hash', has_second_factor = true where id = $1`, [
      userId,
    ]);
    await app.sql.query(
      `insert into identities (provider, issuer, subject, user_id, created_at, last_used_at)
       values ('github', 'https://github.com', $1, $1, $2, $2)`,
      [userId, clock.now()],
    );
    const { status, data, body } = await organization.owner.client.query(NAME, { userId });
    expect(status).toBe(200);
    expect(data).toEqual({
      id: userId,
      name,
      email,
      avatar: null,
      role: 'member',
      status: 'active',
      joinedAt: INSTANT,
      lastActiveAt: null,
      isServiceAccount: false,
      updatedAt: INSTANT,
      workspaces: [{ workspaceId: workspace.id, name: 'Design', role: 'viewer' }],
      groups: [],
      sharedBoards: [],
      tokens: [
        {
          id: expect.stringMatching(/^tok_/),
          name: 'test',
          scopes: expect.arrayContaining(['read', 'admin']),
          expiresAt: null,
          lastUsedAt: null,
          createdAt: INSTANT,
        },
      ],
      sessions: [
        { id: sessionId, method: 'provider', createdAt: INSTANT, lastSeenAt: INSTANT, expiresAt: INSTANT },
      ],
      counts: { workspaces: 1, groups: 0, sharedBoards: 0, tokens: 1, sessions: 1 },
      secondFactor: { isEnabled: true },
      signInMethods: [
        { type: 'password', provider: null, lastUsedAt: null },
        { type: 'provider', provider: 'github', lastUsedAt: INSTANT },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/digest|svc_pat_|hash/);
  });

  it('200: a guest with shared boards, which end with the role', async () => {
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization });
    const { userId } = await organization.addMember('guest');
    const { client } = organization.owner;
    await made(client, 'boards.members.add', { boardId: board.id, userId, permission: 'edit' });
    const { data } = await client.query(NAME, { userId });
    expect([data.sharedBoards, data.counts.sharedBoards]).toEqual([
      [{ boardId: board.id, name: board.record.name, permission: 'edit' }],
      1,
    ]);
    await made(client, 'organizations.members.updateRole', { userId, role: 'member' });
    expect((await client.query(NAME, { userId })).data.sharedBoards).toEqual([]);
  });

  it('200: without what gives no access: sessions of another single sign-on, idle and expired ones, expired tokens', async () => {
    const organization = await anOrganization({ app });
    const other = await anOrganization({ app });
    const { userId } = await organization.addMember('member');
    const past = new Date(clock.nowMs() - 9 * 3_600_000);
    const own = await aSession(userId, { app, method: 'saml', signOnOrganizationId: organization.id });
    await aSession(userId, { app, method: 'saml', signOnOrganizationId: other.id });
    await aSession(userId, { app, lastSeenAt: past });
    await aSession(userId, { app, expiresAt: past });
    await app.sql.query('update tokens set expires_at = $2 where user_id = $1', [userId, past]);
    const { data } = await organization.owner.client.query(NAME, { userId });
    expect(data.sessions.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect(data.counts).toEqual({ workspaces: 0, groups: 0, sharedBoards: 0, tokens: 0, sessions: 1 });
  });

  it('200: an invited user, who has access to nothing', async () => {
    const { owner } = await anOrganization({ app });
    await made(owner.client, 'organizations.members.invite', { email: 'new@example.com', role: 'guest' });
    const { data: listed } = await owner.client.query('organizations.members.list', { status: 'pending' });
    const userId = listed.members[0].id as string;
    const { data } = await owner.client.query(NAME, { userId });
    expect(data).toMatchObject({ email: 'new@example.com', status: 'pending', tokens: [], sessions: [] });
  });

  it('200: at most 200 of each, and how many there are', async () => {
    const organization = await anOrganization({ app });
    const { userId } = await organization.addMember('member');
    await app.sql.query(
      `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, created_at)
       select $1, 'tok_' || lpad(n::text, 26, '0'), $2, 'test', '{read}', sha256(($2 || n)::bytea), now()
       from generate_series(1, 250) as each (n)`,
      [organization.id, userId],
    );
    const { data } = await organization.owner.client.query(NAME, { userId });
    expect([data.tokens.length, data.counts.tokens]).toEqual([200, 251]);
  });

  it('400: an id of another type, an unknown key', async () => {
    const { owner, id } = await anOrganization({ app });
    expect(refusedPaths(await owner.client.query(NAME, { userId: id }))).toEqual(['userId']);
    expect(refusedPaths(await owner.client.query(NAME, { userId: owner.userId, x: 1 }))).toEqual(['x']);
  });

  it('200 and 403: admins can, members, guests and tokens without the scope cannot', async () => {
    const workspace = await aWorkspace();
    const { organization } = workspace;
    const { userId } = organization.owner;
    const statuses = [];
    for (const role of ['admin', 'member', 'guest'] as const) {
      const { client } = await organization.addMember(role);
      statuses.push((await client.query(NAME, { userId })).status);
    }
    expect(statuses).toEqual([200, 403, 403]);
    expect(await statusWithoutScope(workspace, 'read', (client) => client.query(NAME, { userId }))).toBe(403);
  });

  it("404: another organization's member looks exactly like a missing one; so does a removed member", async () => {
    const organization = await anOrganization({ app });
    const { userId: theirs } = await anAccount({ app });
    const { userId: removed } = await organization.addMember('member');
    const { client } = organization.owner;
    await made(client, 'organizations.members.remove', { userId: removed });
    for (const id of [theirs, removed])
      expect(await lookOf(id, (userId) => client.query(NAME, { userId }))).toEqual(MISSING);
  });
});
