import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile } from '../../support/factories/file.factory';
import { anItem } from '../../support/factories/item.factory';
import { listedItems } from '../../support/item-lists';
import { made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

describe('files in cells', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;
  const column = () => board.column('Files');
  const filesIn = async (id: string) => (await client().query('items.get', { id })).data;

  beforeAll(async () => {
    board = await aBoard({
      columns: [
        { name: 'Files', type: 'file' },
        { name: 'More', type: 'file' },
      ],
    });
  });

  it('200: a cell shows the complete records, with URLs on the host of the organization', async () => {
    const [first, second] = [await aFile(client()), await aFile(client(), 'Two', 'two.txt')];
    const item = await anItem(board);
    const value = [
      first.id,
      { id: second.id, name: 'forged.exe', url: 'https://evil.example', size: 0, type: 'x/y' },
    ];
    const { values } = await made(client(), 'items.setValue', { itemId: item, columnId: column(), value });
    expect(values[column()]).toEqual([first, second]);
    const { items } = (await client().query('items.list', { boardId: board.id })).data;
    expect(items.find(({ id }: { id: string }) => id === item).values[column()]).toEqual([first, second]);
    const created = await made(client(), 'items.create', {
      boardId: board.id,
      groupId: board.groupIds[0],
      name: 'With a file',
      values: { [column()]: [first.id] },
    });
    expect(created.values[column()]).toEqual([first]);
  });

  it('a text that looks like the URL of a file is shown as it was written', async () => {
    const item = await anItem(board);
    const name = '", "url": "/api/files/file_';
    await made(client(), 'items.update', { id: item, name });
    const file = await aFile(client(), 'x', 'x.txt');
    await made(client(), 'items.setValue', { itemId: item, columnId: column(), value: [file.id] });
    expect((await filesIn(item)).name).toBe(name);
  });

  it('fileCount counts the different files in cells and comments', async () => {
    const [one, two] = [await aFile(client()), await aFile(client())];
    const item = await anItem(board);
    expect((await filesIn(item)).fileCount).toBe(0);
    await made(client(), 'items.setValue', { itemId: item, columnId: column(), value: [one.id] });
    await made(client(), 'items.setValue', { itemId: item, columnId: board.column('More'), value: [one.id] });
    expect((await filesIn(item)).fileCount).toBe(1);
    const comment = await made(client(), 'comments.create', {
      itemId: item,
      body: 'See',
      attachmentIds: [two.id, one.id, two.id],
    });
    expect(comment.attachments).toEqual([
      { id: expect.stringMatching(/^att_/), name: two.name, url: two.url, size: two.size, type: two.type },
      { id: expect.stringMatching(/^att_/), name: one.name, url: one.url, size: one.size, type: one.type },
    ]);
    expect((await filesIn(item)).fileCount).toBe(2);
    const { comments } = (await client().query('comments.list', { itemId: item })).data;
    expect(comments[0]).toEqual(comment);
    await made(client(), 'comments.delete', { id: comment.id });
    expect((await filesIn(item)).fileCount).toBe(1);
  });

  it('404: an unknown file in a cell or a comment names the field, and nothing is written', async () => {
    const item = await anItem(board);
    const set = await client().mutate('items.setValue', {
      itemId: item,
      columnId: column(),
      value: [newId('file')],
    });
    expect([set.status, set.error!.data.issues]).toEqual([
      404,
      [{ path: 'value', message: 'Files: No such file' }],
    ]);
    const file = await aFile(client());
    const comment = await client().mutate('comments.create', {
      itemId: item,
      body: 'x',
      attachmentIds: [file.id, newId('file')],
    });
    expect([comment.status, comment.error!.data.issues]).toEqual([
      404,
      [{ path: 'attachmentIds.1', message: 'No such file' }],
    ]);
    expect(await filesIn(item)).toMatchObject({ commentCount: 0, fileCount: 0 });
  });

  it('400: a value that is no list of files', async () => {
    const item = await anItem(board);
    const set = (value: unknown) =>
      client().mutate('items.setValue', { itemId: item, columnId: column(), value });
    for (const value of ['x', [1], [{ name: 'x' }], { id: 'file_1' }, [newId('item')]])
      expect(refusedPaths(await set(value))).toEqual(['value']);
  });

  it('copies keep their files: items.duplicate, boards.duplicate and columns.duplicate', async () => {
    const file = await aFile(client());
    const item = await anItem(board);
    await made(client(), 'items.setValue', { itemId: item, columnId: column(), value: [file.id] });
    const copy = await made(client(), 'items.duplicate', { id: item });
    expect(copy.values[column()]).toEqual([file]);
    const duplicate = await made(client(), 'boards.duplicate', { id: board.id, includeItems: true });
    const { items } = (await client().query('items.list', { boardId: duplicate.id })).data;
    const copies = items.flatMap(({ values }: { values: object }) => Object.values(values).flat());
    expect(copies).toContainEqual(file);
    const column2 = await made(client(), 'columns.duplicate', {
      id: column(),
      name: 'Copy',
      includeValues: true,
    });
    expect((await filesIn(item)).values[column2.id]).toEqual([file]);
    const { id: projectId } = await made(client(), 'projects.duplicate', {
      id: board.project.id,
      includeItems: true,
    });
    const { boards } = (await client().query('boards.list', { projectId })).data;
    const copied: object[] = [];
    for (const { id: boardId } of boards as { id: string }[])
      copied.push(...(await listedItems(client(), { boardId })).map(({ values }) => values));
    expect(copied.flatMap((values) => Object.values(values).flat())).toContainEqual(file);
  });

  it('files of comments are not copied, and a template has no files', async () => {
    const file = await aFile(client());
    const item = await anItem(board);
    await made(client(), 'comments.create', { itemId: item, body: 'See', attachmentIds: [file.id] });
    await made(client(), 'items.setValue', { itemId: item, columnId: column(), value: [file.id] });
    const copy = await made(client(), 'items.duplicate', { id: item });
    expect(await filesIn(copy.id)).toMatchObject({ commentCount: 0, fileCount: 1 });
    const { id: templateId } = await made(client(), 'templates.create', { boardId: board.id, name: 'T' });
    const fromTemplate = await made(client(), 'boards.create', {
      projectId: board.project.id,
      name: 'From a template',
      templateId,
    });
    expect((await client().query('items.list', { boardId: fromTemplate.id })).data.items).toEqual([]);
  });

  it('an item that is moved to another board keeps the files of columns with the same name', async () => {
    const file = await aFile(client());
    const target = await aBoard({ project: board.project, columns: [{ name: 'Files', type: 'file' }] });
    const values = { [column()]: [file.id], [board.column('More')]: [file.id] };
    const id = await anItem(board, { values });
    await made(client(), 'items.move', { id, boardId: target.id, groupId: target.groupIds[0] });
    expect(await filesIn(id)).toMatchObject({ values: { [target.column('Files')]: [file] }, fileCount: 1 });
    expect((await client().request('GET', `/api/files/${file.id}`)).status).toBe(200);
  });
});
