import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aTemplate } from '../../support/factories/template.factory';
import { made } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('templates.get', () => {
  let board: TestBoard;
  let id: string;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'] });
    ({ id } = await aTemplate({ board }));
  });
  const get = (of: string = id, client = board.organization.owner.client) =>
    client.query('templates.get', { id: of });

  it('200: what is created from it', async () => {
    const { status, data } = await get();
    expect(status).toBe(200);
    expect(data).toEqual({
      id,
      kind: 'board',
      name: 'Template',
      isBuiltIn: false,
      createdBy: board.organization.owner.userId,
      createdAt: expect.stringMatching(/Z$/),
      boards: [
        {
          name: 'Board',
          defaultView: 'table',
          groups: board.record.groups.map(({ name, color }: { name: string; color: string }) => ({
            name,
            color,
          })),
          columns: [
            expect.objectContaining({ name: 'Status', type: 'status', width: 150, required: false }),
            expect.objectContaining({ name: 'People', type: 'people', defaultValue: null }),
          ],
        },
      ],
    });
    expect(data.boards[0].columns[0].config.labels).toHaveLength(3);
  });

  it('200: does not change when its board changes or is deleted', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const template = await aTemplate({ board: own });
    const before = (await get(template.id, client)).data;
    await made(client, 'columns.delete', { id: own.column('Status') });
    await made(client, 'boards.delete', { id: own.id });
    expect((await get(template.id, client)).data).toEqual(before);
  });

  it('200: each built-in one', async () => {
    const { client } = board.organization.owner;
    const { data } = await client.query('templates.list', { kind: 'board' });
    const builtIn = data.templates.filter(({ isBuiltIn }: { isBuiltIn: boolean }) => isBuiltIn);
    for (const template of builtIn) {
      const { status, data: whole } = await get(template.id);
      expect([template.name, status]).toEqual([template.name, 200]);
      expect(whole).toMatchObject(template);
      expect(whole.boards[0].groups.length).toBeGreaterThan(2);
      expect(whole.boards[0].columns.length).toBeGreaterThan(4);
    }
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id of another noun', { id: newId('board') }, 'id'],
    ['an unknown key', { id: newId('template'), name: 'x' }, 'name'],
  ])('400: %s', async (_what, input, path) => {
    const { client } = board.organization.owner;
    expect(refusedPaths(await client.query('templates.get', input))).toContain(path);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => get(id, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a guest, and a token without the scope read', async () => {
    const guest = await board.organization.addMember('guest');
    expect((await get(id, guest.client)).status).toBe(403);
    expect(await statusWithoutScope(board.workspace, 'read', (client) => get(id, client))).toBe(403);
  });

  it("404: another organization's template looks exactly like a missing one", async () => {
    const other = await aTemplate();
    expect(await lookOf(other.id, (of) => get(of))).toEqual(MISSING);
  });

  it('404: a deleted one', async () => {
    const { client } = board.organization.owner;
    const template = await aTemplate({ board });
    await made(client, 'templates.delete', { id: template.id });
    expect(await lookOf(template.id, (of) => get(of))).toEqual(MISSING);
  });
});
