import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard } from '../../support/factories/board.factory';
import { aWorkspace, type TestWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('workspaces.update', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const update = (input: object, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.update', { id: workspace.id, ...input });

  it('200: changes the given fields and nothing else, with one event', async () => {
    const { id, organization, record } = await aWorkspace();
    const { client } = organization.owner;
    let answered: TestWorkspace['record'];
    const events = await eventsDuring(organization, async () => {
      answered = (await update({ id, description: 'Why', icon: 'sun', color: '#00ff00' }, client)).data;
    });
    expect(answered).toEqual({
      ...record,
      description: 'Why',
      icon: 'sun',
      color: '#00ff00',
      updatedAt: answered.updatedAt,
    });
    expect(answered.updatedAt > record.updatedAt).toBe(true);
    expect(events).toEqual([
      {
        type: 'workspace.updated',
        boardId: null,
        actorId: organization.owner.userId,
        data: { workspace: answered },
      },
    ]);
    const { data } = await update({ id, name: 'Renamed', description: null, icon: null }, client);
    expect(data).toMatchObject({ name: 'Renamed', description: null, icon: null, color: '#00ff00' });
  });

  it('200: closing it immediately hides it and its boards from users who are not its members', async () => {
    const board = await aBoard();
    const { organization } = board;
    const { client } = await organization.addMember('member');
    const read = async () => (await client.query('boards.get', { id: board.id })).status;
    expect(await read()).toBe(200);
    const close = { id: board.workspace.id, visibility: 'closed' };
    expect((await update(close, organization.owner.client)).data.visibility).toBe('closed');
    expect(await read()).toBe(404);
    await update({ ...close, visibility: 'open' }, organization.owner.client);
    expect(await read()).toBe(200);
  });

  it('200 and 403: its admins and those of the organization, no other user', async () => {
    const { organization } = workspace;
    const rejected = [
      await workspace.addMember('member'),
      await workspace.addMember('viewer'),
      await organization.addMember('member'),
      await organization.addMember('guest'),
    ];
    const written = await eventsDuring(organization, async () => {
      for (const { client } of rejected) expect((await update({ name: 'No' }, client)).status).toBe(403);
    });
    expect(written).toEqual([]);
    for (const { client } of [await workspace.addMember('admin'), await organization.addMember('admin')]) {
      expect((await update({ name: 'Yes' }, client)).status).toBe(200);
    }
  });

  it.each([
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a colour of null', { color: null }, 'color'],
    ['an invalid visibility', { visibility: 'public' }, 'visibility'],
    ['an unknown key', { slug: 'x' }, 'slug'],
    ['a version that is no time', { expectedUpdatedAt: 1 }, 'expectedUpdatedAt'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(workspace.organization, async () => {
      expect(refusedPaths(await update(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(workspace, (client) => update({ name: 'No' }, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(workspace, 'write', (client) => update({ name: 'No' }, client))).toBe(
      403,
    );
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (id) => update({ id, name: 'Stolen' }))).toEqual(MISSING);
  });

  it('409: the workspace has changed since; of several calls with the same version one succeeds', async () => {
    const { id, organization, record } = await aWorkspace();
    const { client } = organization.owner;
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => update({ id, name, expectedUpdatedAt: record.updatedAt }, client)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
