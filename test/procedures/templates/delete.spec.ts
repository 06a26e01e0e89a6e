import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { recordOf } from '../../support/caller-access';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aTemplate } from '../../support/factories/template.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

const KANBAN = `tpl_${'1'.padStart(26, '0')}`;

describe('templates.delete', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const remove = (id: string, client = board.organization.owner.client) =>
    client.mutate('templates.delete', { id });

  it('200: it no longer exists, boards created from it remain, and one event is written', async () => {
    const { client } = board.organization.owner;
    const { id } = await aTemplate({ board, name: 'Short-lived' });
    const projectId = board.project.id;
    const copy = await made(client, 'boards.create', { projectId, name: 'Copy', templateId: id });
    const { data: template } = await client.query('templates.get', { id });
    const events = await eventsDuring(board.organization, async () => {
      expect((await remove(id)).data).toEqual({ success: true });
    });
    const { boards: _boards, ...record } = template;
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'template.deleted', data: { template: record } },
    ]);
    expect((await client.query('templates.get', { id })).status).toBe(404);
    expect(recordOf((await client.query('boards.get', { id: copy.id })).data)).toEqual(copy);
    const again = await client.mutate('boards.create', { projectId, name: 'Late', templateId: id });
    expect(again.status).toBe(404);
  });

  it('200: for its creator', async () => {
    const author = await board.workspace.addMember('member');
    const { id } = await aTemplate({ board, by: author });
    expect((await remove(id, author.client)).status).toBe(200);
  });

  it.each([
    ['no id', {}, 'id'],
    ['an unknown key', { id: KANBAN, name: 'x' }, 'name'],
  ])('400: %s', async (_what, input, path) => {
    const { client } = board.organization.owner;
    expect(refusedPaths(await client.mutate('templates.delete', input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => remove(KANBAN, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: a built-in one, even for the owner', async () => {
    expect((await remove(KANBAN)).status).toBe(403);
    expect((await board.organization.owner.client.query('templates.get', { id: KANBAN })).status).toBe(200);
  });

  it('403: a member who did not create it, a guest, and a token without the scope delete', async () => {
    const { id } = await aTemplate({ board });
    const member = await board.workspace.addMember('admin');
    const guest = await board.organization.addMember('guest');
    const written = await eventsDuring(board.organization, async () => {
      expect((await remove(id, member.client)).status).toBe(403);
      expect((await remove(id, guest.client)).status).toBe(403);
    });
    expect(written).toEqual([]);
    expect(await statusWithoutScope(board.workspace, 'delete', (client) => remove(id, client))).toBe(403);
  });

  it("404: another organization's template looks exactly like a missing one", async () => {
    const other = await aTemplate();
    expect(await lookOf(other.id, (id) => remove(id))).toEqual(MISSING);
  });

  it('404: the second of two deletions', async () => {
    const { id } = await aTemplate({ board });
    expect((await remove(id)).status).toBe(200);
    expect(await lookOf(id, (asked) => remove(asked))).toEqual(MISSING);
  });
});
