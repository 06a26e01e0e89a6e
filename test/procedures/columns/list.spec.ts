import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  statusWithoutScope,
  statusesBySight,
  ONLY_ONLOOKERS,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard } from '../../support/factories/board.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('columns.list', () => {
  it('200: all columns in board order, as in boards.get and columns.create', async () => {
    const board = await aBoard({ columns: [{ name: 'B', type: 'text' }] });
    const { client } = board.organization.owner;
    const { data: made } = await client.mutate('columns.create', {
      boardId: board.id,
      name: 'A',
      type: 'status',
      position: 0,
      defaultValue: 'Done',
    });
    const { status, data } = await client.query('columns.list', { boardId: board.id });
    expect(status).toBe(200);
    expect(Object.keys(data)).toEqual(['columns']);
    expect(
      data.columns.map(({ name, position }: { name: string; position: number }) => [name, position]),
    ).toEqual([
      ['A', 0],
      ['B', 1],
    ]);
    expect(data.columns[0]).toEqual(made);
    expect(Object.keys(data.columns[1]).sort()).toEqual([
      'boardId',
      'config',
      'createdAt',
      'defaultValue',
      'id',
      'name',
      'position',
      'required',
      'type',
      'updatedAt',
      'width',
    ]);
    const { data: shown } = await client.query('boards.get', { id: board.id });
    expect(shown.columns).toEqual(data.columns);
  });

  it('200: a board without columns', async () => {
    const board = await aBoard({ columns: [] });
    const { data } = await board.organization.owner.client.query('columns.list', { boardId: board.id });
    expect(data).toEqual({ columns: [] });
  });

  it.each([
    ['no board', {}, 'boardId'],
    ['an id of another noun', { boardId: newId('column') }, 'boardId'],
    ['an unknown key', { boardId: newId('board'), limit: 5 }, 'limit'],
  ])('400: %s', async (_what, input, path) => {
    const { organization } = await aWorkspace();
    expect(refusedPaths(await organization.owner.client.query('columns.list', input))).toContain(path);
  });

  it('401, 403, 404: who can read', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const board = await aBoard({ workspace: closed });
    expect(
      await codesWithoutCredential(closed, (client) => client.query('columns.list', { boardId: board.id })),
    ).toEqual(UNAUTHORIZED);
    expect(
      await statusWithoutScope(closed, 'read', (client) =>
        client.query('columns.list', { boardId: board.id }),
      ),
    ).toBe(403);
    expect(
      await statusesBySight(closed, (client) => client.query('columns.list', { boardId: board.id })),
    ).toEqual(ONLY_ONLOOKERS);
  });

  it("404: another organization's id looks exactly like a missing id", async () => {
    const { id } = await aBoard();
    const { organization } = await aWorkspace();
    expect(
      await lookOf(id, (boardId) => organization.owner.client.query('columns.list', { boardId })),
    ).toEqual(MISSING);
  });
});
