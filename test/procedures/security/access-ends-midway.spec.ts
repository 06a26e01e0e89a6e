import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { listedNames } from '../../support/item-lists';
import { anApplication, tokensFor } from '../../support/oauth';
import { whileLocked } from '../../support/waiting';

interface Scene {
  board: TestBoard;
  member: TestMember;
  client: WireClient;
}

describe('access that ends while a batch runs', () => {
  let organization: TestOrganization;
  let app: TestApp;
  beforeAll(async () => {
    organization = await anOrganization();
    ({ app } = organization);
  });

  const aScene = async (role: 'member' | 'guest' = 'member'): Promise<Scene> => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const board = await aBoard({
      organization,
      workspace,
      groups: ['One', 'Two'],
      columns: [{ name: 'Note', type: 'text' }],
    });
    const member = role === 'guest' ? await organization.addMember('guest') : await workspace.addMember();
    if (role === 'guest') {
      const share = { boardId: board.id, userId: member.userId, permission: 'edit' };
      await made(organization.owner.client, 'boards.members.add', share);
    }
    return { board, member, client: member.client };
  };

  /** What the calls of a batch return whose second one waits for a lock, until `act` has changed the access. */
  const batchDuring = async ({ board, client }: Scene, act: () => Promise<unknown>) => {
    const itemId = await anItem(board, { name: 'Locked' });
    const create = { boardId: board.id, groupId: board.group('One'), name: 'By the batch' };
    const inputs = [
      create,
      { id: itemId, name: 'Renamed by the batch' },
      ...Array.from({ length: 28 }, () => create),
    ];
    const names = inputs.map((input) => ('id' in input ? 'items.update' : 'items.create'));
    const body = await whileLocked(app, `select from items where id = '${itemId}' for update`, {
      begin: () =>
        client.request(
          'POST',
          `/api/trpc/${names.join(',')}?batch=1`,
          JSON.stringify({ ...inputs.map((json) => ({ json })) }),
        ),
      act,
    });
    return (body.body as { error?: { data: { code: string } } }[]).map(
      ({ error }) => error?.data.code ?? 'OK',
    );
  };
  const written = ({ board }: Scene) => listedNames(board);
  const then = (code: string) => ['OK', ...Array(29).fill(code)];

  it('a removed member writes nothing from then on', async () => {
    const scene = await aScene();
    const { userId } = scene.member;
    const codes = await batchDuring(scene, () =>
      made(organization.owner.client, 'organizations.members.remove', { userId }),
    );
    expect(codes).toEqual(then('UNAUTHORIZED'));
    expect(await written(scene)).toEqual(['Locked', 'By the batch']);
  });

  it.each([
    [
      'items.setValue',
      ({ board }: Scene, id: string) => ({ itemId: id, columnId: board.columnIds[0], value: 'x' }),
    ],
    ['items.move', ({ board }: Scene, id: string) => ({ id, groupId: board.group('Two') })],
    ['comments.create', (_scene: Scene, id: string) => ({ itemId: id, body: 'Late' })],
  ] as const)('a removed member writes nothing with one statement: %s', async (name, inputOf) => {
    const scene = await aScene();
    const { userId } = scene.member;
    const itemId = await anItem(scene.board, { name: 'Locked' });
    const owner = organization.owner.client;
    const before = (await owner.query('items.get', { id: itemId })).data;
    const { status } = await whileLocked(app, `select from items where id = '${itemId}' for update`, {
      begin: () => scene.client.mutate(name, inputOf(scene, itemId)),
      act: () => made(owner, 'organizations.members.remove', { userId }),
    });
    expect(status).toBe(401);
    expect((await owner.query('items.get', { id: itemId })).data).toEqual(before);
  });

  // The last statement of the transaction is sent with its commit.
  it.each(['items', 'item_values'])(
    'a removed member writes nothing that a formula follows, after waiting for a row of %s',
    async (table) => {
      const scene = await aScene();
      const { board, member, client } = scene;
      const owner = organization.owner.client;
      const number = { boardId: board.id, name: 'Amount', type: 'number' };
      const { id: columnId } = await made(owner, 'columns.create', number);
      const config = { expression: '{Amount} * 2' };
      await made(owner, 'columns.create', { boardId: board.id, name: 'Twice', type: 'formula', config });
      const itemId = await anItem(board, { name: 'Locked', values: { [columnId]: 1 } });
      const before = (await owner.query('items.get', { id: itemId })).data;
      const key = `(select key from items where id = '${itemId}')`;
      const lock = `select from ${table} where ${table === 'items' ? 'key' : 'item_key'} = ${key} for update`;
      const { status } = await whileLocked(app, lock, {
        begin: () => client.mutate('items.setValue', { itemId, columnId, value: 2 }),
        act: () => made(owner, 'organizations.members.remove', { userId: member.userId }),
      });
      expect(status).toBe(401);
      expect((await owner.query('items.get', { id: itemId })).data).toEqual(before);
    },
  );

  it('a removed member creates no item after waiting for a change of the board', async () => {
    const scene = await aScene();
    const { board } = scene;
    const { userId } = scene.member;
    const lock = `select pg_advisory_xact_lock(hashtextextended('${board.id}', 11))`;
    const { status } = await whileLocked(app, lock, {
      begin: () =>
        scene.client.mutate('items.create', { boardId: board.id, groupId: board.group('One'), name: 'Late' }),
      act: () => made(organization.owner.client, 'organizations.members.remove', { userId }),
    });
    expect(status).toBe(401);
    expect(await written(scene)).toEqual([]);
  });

  it('a deactivated member writes nothing, with a session', async () => {
    const scene = await aScene();
    const { userId } = scene.member;
    const { cookie } = await aSession(userId, { app });
    const client = new WireClient(app, { cookie, slug: organization.slug });
    const codes = await batchDuring({ ...scene, client }, () =>
      made(organization.owner.client, 'organizations.members.deactivate', { userId }),
    );
    expect(codes).toEqual(then('FORBIDDEN'));
    expect(await written(scene)).toEqual(['Locked', 'By the batch']);
  });

  it('a revoked session writes nothing', async () => {
    const scene = await aScene();
    const { userId } = scene.member;
    const session = await aSession(userId, { app });
    const other = await aSession(userId, { app });
    const as = ({ cookie }: { cookie: string }) => new WireClient(app, { cookie, slug: organization.slug });
    const codes = await batchDuring({ ...scene, client: as(session) }, () =>
      made(as(other), 'auth.sessions.revoke', { id: session.id }),
    );
    expect(codes).toEqual(then('UNAUTHORIZED'));
    expect(await written(scene)).toEqual(['Locked', 'By the batch']);
  });

  it('a revoked token writes nothing, on another replica too', async () => {
    const scene = await aScene();
    const { token, id } = await aToken(scene);
    const replica = await startApp({ DATABASE_URL: app.databaseUrl, ROLES: 'api' });
    const client = new WireClient(replica, { token, slug: organization.slug });
    const codes = await batchDuring({ ...scene, client }, async () => {
      await made(scene.client, 'auth.tokens.revoke', { tokenId: id });
      // The replica hears of it a moment after the commit.
      await vi.waitUntil(async () => (await client.query('auth.me')).status === 401);
    });
    await replica.close();
    expect(codes).toEqual(then('UNAUTHORIZED'));
    expect(await written(scene)).toEqual(['Locked', 'By the batch']);
  });

  it('a guest whose share was removed or reduced to view writes nothing', async () => {
    const scene = await aScene('guest');
    const share = { boardId: scene.board.id, userId: scene.member.userId };
    const { client } = organization.owner;
    const codes = await batchDuring(scene, () =>
      made(client, 'boards.members.add', { ...share, permission: 'view' }),
    );
    expect(codes).toEqual(then('FORBIDDEN'));
    await made(client, 'boards.members.add', { ...share, permission: 'edit' });
    const later = await batchDuring(scene, () => made(client, 'boards.members.remove', share));
    expect(later).toEqual(then('NOT_FOUND'));
    expect(await written(scene)).toEqual(['Locked', 'By the batch', 'Locked', 'By the batch']);
  });

  it('a member who became a viewer of the workspace writes nothing', async () => {
    const scene = await aScene();
    const input = { workspaceId: scene.board.workspace.id, userId: scene.member.userId, role: 'viewer' };
    const codes = await batchDuring(scene, () =>
      made(organization.owner.client, 'workspaces.members.updateRole', input),
    );
    expect(codes).toEqual(then('FORBIDDEN'));
    expect(await written(scene)).toEqual(['Locked', 'By the batch']);
  });

  it('a change that does not affect the access has no effect', async () => {
    const scene = await aScene();
    const { id: workspaceId } = await aWorkspace({ organization });
    const input = { workspaceId, userId: scene.member.userId, role: 'member' };
    const codes = await batchDuring(scene, () =>
      made(organization.owner.client, 'workspaces.members.add', input),
    );
    expect(codes).toEqual(then('OK'));
    expect(await written(scene)).toHaveLength(30);
    expect(await written(scene)).toContain('Renamed by the batch');
  });

  const aToken = async ({ member }: Scene): Promise<{ token: string; id: string }> => {
    const { cookie } = await aSession(member.userId, { app });
    const session = new WireClient(app, { cookie, slug: organization.slug });
    const { body } = await session.request('POST', '/api/auth/tokens', { name: 'Batch', scopes: ['write'] });
    return body as { token: string; id: string };
  };
});

describe('access that ends while an import runs', () => {
  const content = ['Name', ...Array.from({ length: 2_500 }, (_, at) => `Item ${at}`)].join('\n');

  interface ImportScene {
    board: TestBoard;
    member: TestMember;
    session: WireClient & { id: string };
  }

  const aScene = async (): Promise<ImportScene> => {
    const workspace = await aWorkspace({ visibility: 'closed' });
    const { organization } = workspace;
    const board = await aBoard({ workspace, organization, groups: ['One'] });
    const member = await workspace.addMember();
    return { board, member, session: await sessionOf(board, member) };
  };

  const sessionOf = async ({ workspace: { organization } }: TestBoard, { userId }: TestMember) => {
    const { cookie, id } = await aSession(userId, { app: organization.app });
    return Object.assign(new WireClient(organization.app, { cookie, slug: organization.slug }), { id });
  };

  /** How an import ends that the client starts, and during which the access changes. */
  const importDuring = async ({ board }: ImportScene, client: WireClient, act: () => Promise<unknown>) => {
    const { app } = board.workspace.organization;
    const { import: begun } = await whileLocked(app, 'lock table items in share mode', {
      begin: () => made(client, 'boards.import', { id: board.id, file: { content } }),
      act,
    });
    return vi.waitUntil(
      async () => {
        const { rows } = await app.sql.query('select status, problems from imports where id = $1', [
          begun.id,
        ]);
        return rows[0].status === 'running' ? null : rows[0];
      },
      { interval: 100 },
    );
  };

  it.each([
    ['its member is removed', 'organizations.members.remove', () => ({})],
    [
      'its member becomes a viewer',
      'workspaces.members.updateRole',
      ({ workspace }: TestBoard) => ({ workspaceId: workspace.id, role: 'viewer' }),
    ],
  ])('writes nothing: %s', async (_what, name, more) => {
    const scene = await aScene();
    const { board, member } = scene;
    const { owner } = board.workspace.organization;
    const ended = await importDuring(scene, member.client, () =>
      made(owner.client, name, { userId: member.userId, ...more(board) }),
    );
    expect(ended).toMatchObject({ status: 'failed', problems: [{ reason: expect.any(String) }] });
    expect(await listedNames(board)).toEqual([]);
  });

  it('writes nothing: its token is revoked', async () => {
    const scene = await aScene();
    const { board, session } = scene;
    const { organization } = board.workspace;
    const { body } = await session.request('POST', '/api/auth/tokens', { name: 'Import', scopes: ['write'] });
    const { token, id } = body as { token: string; id: string };
    const client = new WireClient(organization.app, { token, slug: organization.slug });
    const ended = await importDuring(scene, client, () =>
      made(session, 'auth.tokens.revoke', { tokenId: id }),
    );
    const reason = 'The token that started the import was revoked; import the file again with a valid token';
    expect(ended).toMatchObject({ status: 'failed', problems: [{ reason }] });
    expect(await listedNames(board)).toEqual([]);
  });

  it.each([
    [
      'its session is revoked',
      ({ session }: ImportScene, other: WireClient) =>
        made(other, 'auth.sessions.revoke', { id: session.id }),
    ],
    ['its user signs out', ({ session }: ImportScene) => session.request('POST', '/api/auth/signout', {})],
  ])('writes nothing: %s', async (_what, act) => {
    const scene = await aScene();
    const other = await sessionOf(scene.board, scene.member);
    const ended = await importDuring(scene, scene.session, () => act(scene, other));
    const reason = 'The session that started the import has ended; sign in and import the file again';
    expect(ended).toMatchObject({ status: 'failed', problems: [{ reason }] });
    expect(await listedNames(scene.board)).toEqual([]);
  });

  it('writes nothing: its application is disconnected', async () => {
    const scene = await aScene();
    const { board, member, session } = scene;
    const { organization } = board.workspace;
    const application = await anApplication(organization);
    const { access_token: token } = await tokensFor(organization.app, member, application, {
      scope: 'read write',
    });
    const client = new WireClient(organization.app, { token, slug: organization.slug });
    const { grants } = (await session.query('oauth.grants.list')).data as { grants: { id: string }[] };
    const ended = await importDuring(scene, client, () =>
      made(session, 'oauth.grants.revoke', { id: grants[0]!.id }),
    );
    const reason = 'The access of the application that started the import was revoked; authorize it again';
    expect(ended).toMatchObject({ status: 'failed', problems: [{ reason }] });
    expect(await listedNames(board)).toEqual([]);
  });

  it('goes on while other credentials of its user are revoked', async () => {
    const scene = await aScene();
    const other = await sessionOf(scene.board, scene.member);
    const ended = await importDuring(scene, scene.session, () =>
      made(scene.session, 'auth.sessions.revoke', { id: other.id }),
    );
    expect(ended).toMatchObject({ status: 'done' });
    expect(await listedNames(scene.board)).not.toEqual([]);
  });
});
