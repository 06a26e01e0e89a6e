import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ItemId, newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.update', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Text', type: 'text' }] });
  });
  const update = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.update', input);
  const get = async (id: string) => {
    const { data } = await board.organization.owner.client.query('items.get', { id });
    const { subItems: _subItems, commentCount: _comments, fileCount: _files, ...item } = data;
    return item;
  };

  it('200: changes the given fields and nothing else, and returns the item', async () => {
    const id = await anItem(board, { values: { [board.column('Text')]: 'x' } });
    for (const patch of [{ name: 'Other' }, { description: '<b>bold</b>' }, { description: null }]) {
      const before = await get(id);
      const { status, data } = await update({ id, ...patch });
      expect(status).toBe(200);
      expect(data).toEqual({ ...before, ...patch, updatedAt: data.updatedAt });
      expect(data.updatedAt > before.updatedAt).toBe(true);
      expect(await get(id)).toEqual(data);
    }
  });

  it('200: one event with the changed fields, and their previous values', async () => {
    const id = await anItem(board);
    const events = await eventsDuring(board.organization, () =>
      update({ id, name: 'Evented', description: '<p>a</p><script>b</script>' }),
    );
    const actorId = board.organization.owner.userId;
    const changes = { name: 'Evented', description: '<p>a</p>' };
    const previous = { name: 'Item', description: null };
    expect(events).toEqual([
      { type: 'item.updated', boardId: board.id, actorId, data: { changes, previous } },
    ]);
  });

  it('200: without a change, no new version and no event', async () => {
    const id = await anItem(board, { name: 'Same' });
    await update({ id, description: 'Same' });
    const before = await get(id);
    const events = await eventsDuring(board.organization, async () => {
      for (const patch of [
        {},
        { name: 'Same' },
        { description: 'Same' },
        { name: 'Same', description: 'Same' },
      ]) {
        const { status, data } = await update({ id, ...patch });
        expect([status, data]).toEqual([200, before]);
      }
    });
    expect(events).toEqual([]);
  });

  describe('with values', () => {
    const COLUMNS = [
      { name: 'Text', type: 'text' },
      { name: 'Number', type: 'number' },
      { name: 'Must', type: 'text' },
      { name: 'After', type: 'dependency' },
      { name: 'Double', type: 'formula', config: { expression: '{Number}*2' } },
    ];
    let own: TestBoard;
    let id: ItemId;
    beforeEach(async () => {
      own ??= await aBoard({ ...board, columns: COLUMNS });
      id = await anItem(own, { values: { [own.column('Text')]: 'before' } });
    });
    const cells = (given: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(given).map(([name, value]) => [own.column(name), value]));

    it('200: changes name, description and values with one event each, and returns the item', async () => {
      let answer: unknown;
      const other = await anItem(own);
      const events = await eventsDuring(own.organization, async () => {
        const values = cells({ Text: null, Number: '4', After: [other] });
        const { status, data } = await update({ id, name: 'Both', description: 'Text', values });
        expect(status).toBe(200);
        expect(data).toMatchObject({ name: 'Both', description: 'Text' });
        expect(data.values).toEqual(cells({ Number: 4, After: [other], Double: 8 }));
        answer = data;
      });
      expect(await get(id)).toEqual(answer);
      expect(events.map(({ type, data }) => [type, data.columnId ?? Object.keys(data.changes)])).toEqual([
        ...['Text', 'Number', 'After', 'Double'].map((name) => ['value.changed', own.column(name)]),
        ['item.updated', ['name', 'description']],
      ]);
    });

    it('200: values alone change no name, and unchanged ones nothing', async () => {
      const before = await get(id);
      const events = await eventsDuring(own.organization, async () => {
        for (const patch of [{ values: {} }, { values: cells({ Text: 'before' }) }, { valuesByName: {} }])
          expect((await update({ id, ...patch })).data).toEqual(before);
      });
      expect(events).toEqual([]);
      const { data } = await update({ id, values: cells({ Text: 'after' }) });
      expect(data).toMatchObject({ name: 'Item', values: cells({ Text: 'after' }) });
    });

    it('400: names every rejected value and changes nothing', async () => {
      await update({ id, values: cells({ Must: 'set' }) });
      const { client } = own.organization.owner;
      await client.mutate('columns.update', { id: own.column('Must'), required: true });
      const before = await get(id);
      const rejected = await update({
        id,
        name: 'Never',
        values: cells({ Text: 5, Number: 'many', Must: 'other' }),
      });
      expect(refusedPaths(rejected).toSorted()).toEqual(
        [`values.${own.column('Text')}`, `values.${own.column('Number')}`].toSorted(),
      );
      expect(refusedPaths(await update({ id, name: 'Never', values: cells({ Must: null }) }))).toEqual([
        `values.${own.column('Must')}`,
      ]);
      expect(refusedPaths(await update({ id, values: cells({ Double: 1 }) }))).toHaveLength(1);
      expect(refusedPaths(await update({ id, values: { [board.column('Text')]: 'x' } }))).toEqual([
        `values.${board.column('Text')}`,
      ]);
      expect(await get(id)).toEqual(before);
      await client.mutate('columns.update', { id: own.column('Must'), required: false });
    });

    it('400: a description that is rejected undoes the values', async () => {
      const before = await get(id);
      const description = '&'.repeat(100_000);
      const rejected = await update({ id, description, values: cells({ Text: 'after' }) });
      expect(refusedPaths(rejected)).toEqual(['description']);
      expect(await get(id)).toEqual(before);
    });

    it('404: references that are hidden', async () => {
      const foreign = await anItem(await aBoard());
      const answer = await update({ id, name: 'Never', values: cells({ After: [foreign] }) });
      expect([answer.status, (await get(id)).name]).toEqual([404, 'Item']);
    });

    it('409: of parallel calls that expect one version, one wins', async () => {
      const { updatedAt: expectedUpdatedAt } = await get(id);
      const attempt = (number: number) =>
        update({ id, name: `Item ${number}`, values: cells({ Number: number }), expectedUpdatedAt });
      const answers = await Promise.all([1, 2, 3, 4].map(attempt));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const winner = answers.findIndex(({ status }) => status === 200) + 1;
      expect(await get(id)).toMatchObject({
        name: `Item ${winner}`,
        values: cells({ Number: winner, Text: 'before', Double: winner * 2 }),
      });
    });

    it('200: parallel calls that change different columns are all kept', async () => {
      const texts = await Promise.all([
        update({ id, values: cells({ Text: 'one' }) }),
        update({ id, values: cells({ Number: 2 }), name: 'Two' }),
        update({ id, values: cells({ Must: 'three' }), description: 'Three' }),
      ]);
      expect(texts.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await get(id)).toMatchObject({
        name: 'Two',
        description: 'Three',
        values: cells({ Text: 'one', Number: 2, Must: 'three', Double: 4 }),
      });
    });

    it('403, 404: as for a name', async () => {
      const call = (client: typeof board.organization.owner.client, itemId: ItemId) =>
        client.mutate('items.update', { id: itemId, values: { [board.column('Text')]: 'x' } });
      expect(await statusesOfEditors(board, call)).toEqual(ONLY_EDITORS);
    });
  });

  it('200: a new name is found at its place in a sorted list', async () => {
    const own = await aBoard();
    const a = await anItem(own, { name: 'A' });
    await anItem(own, { name: 'B' });
    await update({ id: a, name: 'C' }, own.organization.owner.client);
    expect(await listedNames(own, { sortBy: 'name' })).toEqual(['B', 'C']);
  });

  it('200: archived items and sub-items as well', async () => {
    const parent = await anItem(board);
    const sub = await anItem(board, { parentId: parent });
    expect((await update({ id: sub, name: 'Sub!' })).data).toMatchObject({ name: 'Sub!', parentId: parent });
    await made(board.organization.owner.client, 'items.archive', { id: parent });
    expect((await update({ id: parent, name: 'Archived!' })).data.name).toBe('Archived!');
  });

  it.each([
    ['no id', {}, 'id'],
    ['a blank name', { id: newId('item'), name: ' ' }, 'name'],
    ['no name', { id: newId('item'), name: null }, 'name'],
    ['a name of 501 characters', { id: newId('item'), name: 'x'.repeat(501) }, 'name'],
    ['an invalid description', { id: newId('item'), description: 5 }, 'description'],
    ['a position', { id: newId('item'), position: 1 }, 'position'],
    ['a version that is no time', { id: newId('item'), expectedUpdatedAt: 'now' }, 'expectedUpdatedAt'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await update(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => update({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => update({ id, name: 'Changed' }, client))).toEqual(
      ONLY_EDITORS,
    );
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => update({}, client))).toBe(403);
  });

  it('404: another organization’s, a hidden and a trashed item, like a missing one', async () => {
    const call = (id: string) => update({ id, name: 'Mine' });
    const foreign = await aBoard();
    const item = await anItem(foreign);
    expect(await lookOf(item, call)).toEqual(MISSING);
    expect(await listedNames(foreign)).toEqual(['Item']);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden, (id) => update({ id, name: 'Mine' }, client))).toEqual(MISSING);
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, call)).toEqual(MISSING);
  });

  it('409: the item has changed since; nothing is written', async () => {
    const id = await anItem(board);
    const seen = await get(id);
    const { data: changed } = await update({ id, name: 'Newer', expectedUpdatedAt: seen.updatedAt });
    const events = await eventsDuring(board.organization, async () => {
      for (const patch of [{ name: 'Older' }, { name: 'Newer' }, {}]) {
        const { status, error } = await update({ id, ...patch, expectedUpdatedAt: seen.updatedAt });
        expect([status, error!.data.code]).toEqual([409, 'CONFLICT']);
      }
    });
    expect(events).toEqual([]);
    expect(await get(id)).toEqual(changed);
  });

  it('409: of ten edits of one version one succeeds', async () => {
    const id = await anItem(board);
    const { updatedAt } = await get(id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => update({ id, name: `Edit ${at}`, expectedUpdatedAt: updatedAt })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect((await get(id)).name).toBe(answers.find(({ status }) => status === 200)!.data.name);
  });

  it('400: a description that is too long after escaping', async () => {
    const id = await anItem(board);
    const before = await get(id);
    expect(refusedPaths(await update({ id, description: '&'.repeat(100_000) }))).toEqual(['description']);
    expect(await get(id)).toEqual(before);
  });
});
