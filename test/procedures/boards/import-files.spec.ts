import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile, someFiles, type TestFile } from '../../support/factories/file.factory';
import { anItem } from '../../support/factories/item.factory';
import { listedItems } from '../../support/item-lists';

describe('files in exported and imported tables', () => {
  let board: TestBoard;
  let files: TestFile[];
  const client = () => board.organization.owner.client;
  const exported = async (format: string) => {
    const { bytes } = await client().request('GET', `/api/boards/${board.id}/export?format=${format}`);
    return bytes;
  };
  const fileOf = (content: Buffer) => ({ content: content.toString('base64'), encoding: 'base64' });
  const importing = (cell: string, by = client()) =>
    by.mutate('boards.import', { id: board.id, file: { content: `Name\tFiles\nImported\t"${cell}"\n` } });
  const cellOf = async (boardId: string) => {
    const items = await listedItems(client(), { boardId });
    return Object.values(items.find(({ name }) => name === 'Imported')!.values);
  };

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Files', type: 'file' }] });
    files = await someFiles(client(), [
      { name: 'plan (final), v2; x.txt', content: 'one' },
      { name: `=${newId('file')} (https://evil.example/api/files/${newId('file')}`, content: 'two' },
    ]);
    const value = files.map(({ id }) => id);
    await anItem(board, { name: 'Full', values: { [board.column('Files')]: value } });
  });

  it('csv: a line with the name and the URL of each file', async () => {
    const text = (await exported('csv')).toString();
    expect(text).toContain(`"${files.map(({ name, url }) => `${name} (${url})`).join('\n')}"`);
  });

  it.each(['csv', 'xlsx'])(
    '%s: an import to the board, and to a new one, keeps the files',
    async (format) => {
      const file = fileOf(await exported(format));
      const before = new Set((await listedItems(client(), { boardId: board.id })).map(({ id }) => id));
      const same = await client().mutate('boards.import', { id: board.id, file });
      expect([same.status, same.data.problems]).toEqual([200, []]);
      const after = await listedItems(client(), { boardId: board.id });
      const added = after.filter(({ id }) => !before.has(id));
      expect(added.map(({ values }) => values[board.column('Files')])).toEqual([files]);
      await client().mutate('items.delete', { id: added[0]!.id });
      const created = await client().mutate('boards.import', {
        projectId: board.project.id,
        name: 'New',
        file,
      });
      expect(created.data.columns.find(({ header }: { header: string }) => header === 'Files')).toMatchObject(
        {
          to: 'newColumn',
          type: 'file',
        },
      );
      const [item] = await listedItems(client(), { boardId: created.data.import.boardId });
      expect(Object.values(item!.values)).toEqual([files]);
    },
  );

  it('json: the records of the files, as in the API', async () => {
    const { items } = JSON.parse((await exported('json')).toString()) as { items: { values: object }[] };
    expect(items[0]!.values).toEqual({ [board.column('Files')]: files });
  });

  it('a cell can contain ids, URLs of any host and several files', async () => {
    const [one, two] = files as [TestFile, TestFile];
    const cell = `${one.id}, https://old.example/api/files/${two.id}?organization=x`;
    expect((await importing(cell)).status).toBe(200);
    expect(await cellOf(board.id)).toEqual([[one, two]]);
  });

  it('a file that is hidden, missing or no file makes the row invalid with the same reason', async () => {
    const other = await aBoard();
    const hidden = await aFile(other.organization.owner.client);
    const member = await board.organization.addMember('member');
    const unattached = await aFile(member.client);
    const before = (await listedItems(client(), { boardId: board.id })).length;
    for (const id of [hidden.id, unattached.id, newId('file'), newId('item'), 'draft.txt']) {
      const { status, error } = await importing(`${files[0]!.id}; ${id}`);
      expect([status, error!.data.issues]).toEqual([
        400,
        [
          expect.objectContaining({
            message: expect.stringContaining('neither the URL nor the id of a file'),
          }),
        ],
      ]);
    }
    expect(await listedItems(client(), { boardId: board.id })).toHaveLength(before);
  });
});
