import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';

const NONE = { sidebar: {}, defaultViews: {}, apps: {} };
const KIB = 1024;

describe('me.preferences', () => {
  let board: TestBoard;
  let other: TestBoard;
  let member: TestMember;
  const get = async (client: WireClient) => (await client.query('me.preferences.get')).data;
  const set = (client: WireClient, preferences: unknown) =>
    client.mutate('me.preferences.set', { preferences });
  const setTo = async (client: WireClient, preferences: unknown) =>
    (await made(client, 'me.preferences.set', { preferences })).preferences;
  const aView = async (client: WireClient, on: TestBoard, input: object = {}): Promise<string> =>
    (await made(client, 'views.create', { boardId: on.id, name: 'View', ...input })).id;

  beforeAll(async () => {
    board = await aBoard();
    other = await aBoard({ project: board.project });
  });

  it('200: are empty at first, and each user’s own in each organization', async () => {
    member = await board.workspace.addMember('member');
    expect(await get(member.client)).toEqual({ preferences: NONE, updatedAt: null });
    const viewId = await aView(member.client, board);
    const preferences = {
      theme: 'dark',
      density: 'compact',
      timeFormat: '24h',
      startPage: board.id,
      shortcuts: false,
      reducedMotion: true,
      sidebar: { collapsed: true, width: 320, favorites: [other.id, board.id] },
      defaultViews: { [board.id]: viewId },
      apps: { 'mobile.app': { tabs: [1, null, 'ä', { deep: true }] }, cli: 'text' },
    };
    let answer: object = {};
    const events = await eventsDuring(board.organization, async () => {
      answer = await made(member.client, 'me.preferences.set', { preferences });
    });
    expect(events).toEqual([]);
    expect(answer).toEqual({ preferences, updatedAt: expect.stringMatching(/Z$/) });
    expect(await get(member.client)).toEqual(answer);
    expect((await get(board.organization.owner.client)).preferences).toEqual(NONE);
    // What get returns is what set takes.
    expect(await setTo(member.client, preferences)).toEqual(preferences);
  });

  it('200: an update keeps what it omits; null removes a setting, an entry or a section', async () => {
    const { client } = await board.workspace.addMember('member');
    const viewId = await aView(client, board);
    await setTo(client, {
      theme: 'light',
      startPage: 'inbox',
      sidebar: { collapsed: true, width: 200 },
      defaultViews: { [board.id]: viewId },
      apps: { a: 1, 'a.b': 2, c: 3 },
    });
    expect(await setTo(client, { theme: null, sidebar: { width: null }, apps: { a: null } })).toEqual({
      startPage: 'inbox',
      sidebar: { collapsed: true },
      defaultViews: { [board.id]: viewId },
      apps: { 'a.b': 2, c: 3 },
    });
    expect(await setTo(client, { apps: { 'a.b': { new: [] } }, defaultViews: { [board.id]: null } })).toEqual(
      {
        ...NONE,
        startPage: 'inbox',
        sidebar: { collapsed: true },
        apps: { 'a.b': { new: [] }, c: 3 },
      },
    );
    expect(await setTo(client, {})).toHaveProperty('startPage', 'inbox');
    expect(await setTo(client, { startPage: null, sidebar: null, apps: null, defaultViews: null })).toEqual(
      NONE,
    );
  });

  it('200: parallel calls that set different keys are all kept', async () => {
    const { client } = await board.workspace.addMember('member');
    const apps = Object.fromEntries([...Array(12).keys()].map((n) => [`app${n}`, { n }]));
    await Promise.all([
      ...Object.entries(apps).map(([name, value]) => setTo(client, { apps: { [name]: value } })),
      setTo(client, { theme: 'dark' }),
      setTo(client, { sidebar: { width: 250 } }),
      setTo(client, { sidebar: { favorites: [board.id] } }),
    ]);
    expect((await get(client)).preferences).toEqual({
      theme: 'dark',
      sidebar: { width: 250, favorites: [board.id] },
      defaultViews: {},
      apps,
    });
  });

  it('200: boards and views that the user no longer sees are omitted', async () => {
    const reader = await board.organization.addMember('member');
    const closed = await aBoard({
      workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
    });
    await made(board.organization.owner.client, 'workspaces.members.add', {
      workspaceId: closed.workspace.id,
      userId: reader.userId,
      role: 'member',
    });
    const deleted = await aBoard({ project: board.project });
    const { client } = reader;
    const views = [await aView(client, closed), await aView(client, board), await aView(client, other)];
    await setTo(client, {
      startPage: closed.id,
      sidebar: { favorites: [closed.id, board.id, deleted.id] },
      defaultViews: { [closed.id]: views[0], [board.id]: views[1], [other.id]: views[2] },
    });
    const owner = board.organization.owner.client;
    await made(owner, 'boards.delete', { id: deleted.id });
    await made(owner, 'views.delete', { id: views[1] });
    await made(owner, 'workspaces.members.remove', {
      workspaceId: closed.workspace.id,
      userId: reader.userId,
    });
    const left = { ...NONE, sidebar: { favorites: [board.id] }, defaultViews: { [other.id]: views[2] } };
    expect((await get(client)).preferences).toEqual(left);
    expect(await setTo(client, { theme: 'system' })).toEqual({ ...left, theme: 'system' });
  });

  it('200: guests have preferences about the boards that are shared with them', async () => {
    const guest = await board.organization.addMember('guest');
    await made(board.organization.owner.client, 'boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'view',
    });
    const viewId = await aView(guest.client, board, { personal: true });
    const preferences = { ...NONE, startPage: board.id, defaultViews: { [board.id]: viewId } };
    expect(await setTo(guest.client, preferences)).toEqual(preferences);
    const answer = await set(guest.client, { sidebar: { favorites: [other.id] } });
    expect(refusedPaths(answer)).toEqual(['preferences.sidebar.favorites.0']);
  });

  it('400: what is unknown, hidden, too large or no JSON of the schema, and nothing changes', async () => {
    const { client } = await board.workspace.addMember('member');
    const foreign = await aBoard();
    const owner = board.organization.owner.client;
    const personal = await aView(owner, board, { personal: true });
    const onOther = await aView(owner, other);
    const before = await setTo(client, { theme: 'dark' });
    const text = (bytes: number) => 'x'.repeat(bytes - 2);
    const missing = newId('view');
    for (const [preferences, paths] of [
      [{ theme: 'pink' }, ['theme']],
      [{ color: 'red' }, ['color']],
      [{ startPage: 'https://example.com' }, ['startPage']],
      [{ startPage: foreign.id }, ['startPage']],
      [{ shortcuts: 'yes' }, ['shortcuts']],
      [{ sidebar: { width: 99 } }, ['sidebar.width']],
      [{ sidebar: { other: 1 } }, ['sidebar.other']],
      [{ sidebar: { favorites: [board.id, board.id] } }, ['sidebar.favorites']],
      [{ sidebar: { favorites: Array(101).fill(board.id) } }, ['sidebar.favorites']],
      [{ sidebar: { favorites: [board.id, foreign.id] } }, ['sidebar.favorites.1']],
      [{ defaultViews: { [board.id]: personal } }, [`defaultViews.${board.id}`]],
      [{ defaultViews: { [board.id]: onOther } }, [`defaultViews.${board.id}`]],
      [{ defaultViews: { [board.id]: missing } }, [`defaultViews.${board.id}`]],
      [{ defaultViews: { [foreign.id]: missing } }, [`defaultViews.${foreign.id}`]],
      [{ defaultViews: { theme: missing } }, ['defaultViews.theme']],
      [{ apps: { 'No name': 1 } }, ['apps.No name']],
      [{ apps: { app: text(8 * KIB + 1) } }, ['apps.app']],
      [{ apps: { app: 'ä'.repeat(4 * KIB) } }, ['apps.app']],
      [{ apps: Object.fromEntries([...Array(201).keys()].map((n) => [`a${n}`, n])) }, ['apps']],
      [{ apps: Object.fromEntries([...Array(8).keys()].map((n) => [`a${n}`, text(8 * KIB)])) }, []],
    ] as const)
      expect([preferences, refusedPaths(await set(client, preferences))]).toEqual([
        preferences,
        paths.length === 0 ? ['preferences'] : paths.map((path) => `preferences.${path}`),
      ]);
    expect(refusedPaths(await set(client, null))).toEqual(['preferences']);
    expect((await get(client)).preferences).toEqual(before);
  });

  it('400: the total size includes what is stored, also under parallel calls', async () => {
    const { client } = await board.workspace.addMember('member');
    const big = 'x'.repeat(8 * KIB - 2);
    const answers = await Promise.all(
      [...Array(10).keys()].map((n) => set(client, { apps: { [`app${n}`]: big } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 400, 400, 400]);
    expect(Object.keys((await get(client)).preferences.apps)).toHaveLength(7);
    // What is removed makes room.
    expect(Object.keys((await setTo(client, { apps: null })).apps)).toEqual([]);
    await setTo(client, { apps: { app: big } });
  });

  it('200: they are deleted with the membership', async () => {
    const leaving = await board.organization.addMember('member');
    await setTo(leaving.client, { theme: 'dark' });
    await made(board.organization.owner.client, 'organizations.members.remove', { userId: leaving.userId });
    const { rows } = await board.organization.app.sql.query(
      'select 1 from user_preferences where user_id = $1',
      [leaving.userId],
    );
    expect(rows).toEqual([]);
  });

  it('401 and 403: without a credential, without a scope', async () => {
    const call = (client: WireClient) => set(client, { theme: 'dark' });
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
    const read = (client: WireClient) => client.query('me.preferences.get');
    expect(await codesWithoutCredential(board.workspace, read)).toEqual(UNAUTHORIZED);
  });
});
