import { beforeAll, describe, expect, it } from 'vitest';
import { type FileId, newId } from '../../../src/kernel/ids';
import type { WireAnswer } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile } from '../../support/factories/file.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';

/** Every place that accepts the id of a file. */
describe('the id of a file that the caller does not see', () => {
  let board: TestBoard;
  let itemId: string;
  let other: string;
  let column: string;
  let member: Awaited<ReturnType<TestBoard['workspace']['addMember']>>['client'];
  let hidden: Record<string, FileId>;
  let mine: FileId;

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Files', type: 'file' }] });
    column = board.column('Files');
    [itemId, other] = [await anItem(board), await anItem(board)];
    const { client: owner } = board.organization.owner;
    ({ client: member } = await board.workspace.addMember('member'));
    mine = (await aFile(member)).id;

    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const secret = await aBoard({ workspace: closed, columns: [{ name: 'Files', type: 'file' }] });
    const onClosedBoard = await aFile(owner);
    await anItem(secret, { values: { [secret.column('Files')]: [onClosedBoard.id] } });
    const inTrash = await aFile(owner);
    const trashed = await anItem(board, { values: { [column]: [inTrash.id] } });
    await made(owner, 'items.delete', { id: trashed });
    const foreign = await aBoard();
    hidden = {
      'of another organization': (await aFile(foreign.organization.owner.client)).id,
      'on a board that is hidden': onClosedBoard.id,
      'of an item in Trash': inTrash.id,
      'that another user uploaded and did not use': (await aFile(owner)).id,
    };
  });

  const filters = (id: string) => [{ columnId: column, operator: 'any_of', value: [id] }];
  const groupId = () => board.groupIds[0]!;
  const PLACES: Record<string, (id: string) => [string, object]> = {
    'items.create': (id) => [
      'items.create',
      { boardId: board.id, groupId: groupId(), name: 'x', values: { [column]: [id] } },
    ],
    'items.setValue': (id) => ['items.setValue', { itemId, columnId: column, value: [mine, id] }],
    'items.setValue of a record': (id) => [
      'items.setValue',
      { itemId, columnId: column, value: [{ id, name: 'x', url: 'x', size: 1, type: 'x' }] },
    ],
    'items.bulkUpdate': (id) => [
      'items.bulkUpdate',
      { itemIds: [itemId, other], changes: { [column]: [id] } },
    ],
    'items.bulkCreate': (id) => [
      'items.bulkCreate',
      {
        boardId: board.id,
        groupId: groupId(),
        items: [{ name: 'x' }, { name: 'y', values: { [column]: [id] } }],
      },
    ],
    'items.list filters': (id) => ['items.list', { boardId: board.id, filters: filters(id) }],
    'views.create filters': (id) => [
      'views.create',
      { boardId: board.id, name: newId('view'), filters: filters(id) },
    ],
    'comments.create': (id) => ['comments.create', { itemId, body: 'x', attachmentIds: [mine, id] }],
    'boards.import': (id) => ['boards.import', { id: board.id, file: { content: `Name,Files\nx,${id}\n` } }],
  };
  const call = (id: string, place: string): Promise<WireAnswer> => {
    const [name, input] = PLACES[place]!(id);
    return name === 'items.list' ? member.query(name, input) : member.mutate(name, input);
  };
  const written = async () => {
    const { rows } = await board.organization.app.sql.query<{ count: number }>(
      'select count(*)::int as count from outbox where organization_id = $1',
      [board.organization.id],
    );
    return rows[0]!.count;
  };

  it.each(Object.keys(PLACES))(
    '%s: rejected like the id of a missing file, and nothing is written',
    async (place) => {
      const before = await written();
      const missing = newId('file');
      const expected = await call(missing, place);
      expect(expected.status).toBe(place === 'boards.import' ? 400 : 404);
      for (const [which, id] of Object.entries(hidden)) {
        const answer = await call(id, place);
        const text = JSON.stringify(answer.body).replaceAll(id, 'ID');
        expect([which, text]).toEqual([which, JSON.stringify(expected.body).replaceAll(missing, 'ID')]);
      }
      expect(await written()).toBe(before);
    },
  );

  it.each(Object.keys(PLACES))('%s: control, a file that the caller sees', async (place) => {
    expect(await call((await aFile(member)).id, place)).toMatchObject({ status: 200 });
  });

  it('items.list finds the items of a file', async () => {
    const file = await aFile(member);
    await made(member, 'items.setValue', { itemId, columnId: column, value: [file.id] });
    const { items } = (await call(file.id, 'items.list filters')).data;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([itemId]);
  });

  it('400: a file as a default value', async () => {
    const { client } = board.organization.owner;
    const { status, error } = await client.mutate('columns.update', { id: column, defaultValue: [mine] });
    expect([status, error!.message]).toEqual([400, 'defaultValue: Files cannot be a default value']);
  });
});
