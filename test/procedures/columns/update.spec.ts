import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ColumnId, newId } from '../../../src/kernel/ids';
import { COLUMN_TYPE_NAMES } from '../../../src/column-types/column-type';
import {
  statusWithoutScope,
  statusesByRole,
  ONLY_BUILDERS,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { columnExamples } from '../../support/column-examples';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('columns.update', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [] });
  });
  const aColumn = async (given: object, on = board) => {
    const { client } = on.organization.owner;
    const { status, data } = await client.mutate('columns.create', {
      boardId: on.id,
      name: 'Column',
      type: 'text',
      ...given,
    });
    expect(status).toBe(200);
    return data;
  };
  const update = (input: object, client = board.organization.owner.client) =>
    client.mutate('columns.update', input);
  const read = async (id: string) => {
    const { data } = await board.organization.owner.client.query('columns.list', { boardId: board.id });
    return data.columns.find((column: { id: string }) => column.id === id);
  };

  it('200: changes the given fields and nothing else', async () => {
    const column = await aColumn({ type: 'number', config: { decimals: 1 }, defaultValue: 7 });
    for (const patch of [{ name: 'Weight' }, { width: 20 }, { required: true }]) {
      const before = await read(column.id);
      const { status, data } = await update({ id: column.id, ...patch });
      expect(status).toBe(200);
      expect(data).toEqual({ ...before, ...patch, updatedAt: data.updatedAt });
      expect(data.updatedAt > before.updatedAt).toBe(true);
      expect(await read(column.id)).toEqual(data);
    }
    const { data } = await update({
      id: column.id,
      config: { decimals: 2, suffix: 'kg' },
      defaultValue: '9',
    });
    expect(data).toMatchObject({ config: { decimals: 2, suffix: 'kg' }, defaultValue: 9, name: 'Weight' });
    expect((await update({ id: column.id, defaultValue: null })).data.defaultValue).toBeNull();
  });

  it('200: writes one event in the same transaction', async () => {
    const { id } = await aColumn({});
    let changed: unknown;
    const events = await eventsDuring(board.organization, async () => {
      changed = (await update({ id, name: 'Other' })).data;
    });
    expect(events).toMatchObject([{ type: 'column.updated', boardId: board.id, data: { column: changed } }]);
  });

  it('200: every type accepts its own config, unchanged', async () => {
    const examples = columnExamples((pattern) => expect.stringMatching(pattern));
    for (const type of COLUMN_TYPE_NAMES) {
      const { id, config } = await aColumn({ type });
      const { status, data } = await update({ id, config });
      expect([type, status, data.config]).toEqual([type, 200, examples[type].plain]);
      expect(data.config).toEqual(config);
    }
  });

  it('200: a config restricts new values; stored values are kept', async () => {
    const own = await aBoard({
      ...board,
      columns: [
        { name: 'R', type: 'rating' },
        { name: 'P', type: 'people' },
      ],
    });
    const { client, userId } = own.organization.owner;
    const second = await own.workspace.addMember('member');
    const [rating, people] = own.columnIds as [ColumnId, ColumnId];
    const values = { [rating]: 5, [people]: [userId, second.userId] };
    const item = await anItem(own, { values });
    const changes = {
      [rating]: { maxRating: 3 },
      [people]: { multiple: false },
    };
    for (const [id, config] of Object.entries(changes)) {
      expect((await client.mutate('columns.update', { id, config })).status).toBe(200);
      const again = { itemId: item, columnId: id, value: values[id] };
      expect((await client.mutate('items.setValue', again)).status).toBe(400);
    }
    expect((await client.query('items.get', { id: item })).data.values).toEqual(values);
    expect((await client.mutate('columns.update', { id: rating, required: true })).status).toBe(200);
  });

  it('400, 200: an option in use can be removed only with a replacement', async () => {
    const columns = [{ name: 'D', type: 'dropdown', config: { options: ['S', 'M', 'L'] } }];
    const own = await aBoard({ ...board, columns });
    const { client } = own.organization.owner;
    const id = own.column('D');
    const item = await anItem(own, { values: { [id]: 'M' } });
    const less = { id, config: { options: ['S'] } };
    expect((await client.mutate('columns.update', less)).error?.message).toContain('"M"');
    expect((await client.mutate('columns.update', { ...less, reassignTo: 'L' })).status).toBe(400);
    expect((await client.mutate('columns.update', { id, config: { options: ['S', 'M'] } })).status).toBe(200);
    expect((await client.mutate('columns.update', { ...less, reassignTo: 'S' })).status).toBe(200);
    expect(await valueOf(own, item, id)).toBe('S');
    const { data } = await client.query('items.list', { boardId: own.id, sortBy: id });
    expect(data.items.map((listed: { id: string }) => listed.id)).toEqual([item]);
  });

  it('200: a raised start of numbers applies to the next item, a lowered one changes nothing', async () => {
    const own = await aBoard({ ...board, columns: [{ name: 'N', type: 'auto_number' }] });
    const { client } = own.organization.owner;
    const id = own.column('N');
    expect(await valueOf(own, await anItem(own), id)).toBe(1);
    await client.mutate('columns.update', { id, config: { start: 100 } });
    expect(await valueOf(own, await anItem(own), id)).toBe(100);
    await client.mutate('columns.update', { id, config: { start: 1, prefix: 'N' } });
    expect(await valueOf(own, await anItem(own), id)).toBe(101);
  });

  it('200: a lookup whose link column was deleted can still be changed', async () => {
    const links = await aColumn({ type: 'link' });
    const lookup = await aColumn({ type: 'lookup', config: { linkColumnId: links.id } });
    await board.organization.owner.client.mutate('columns.delete', { id: links.id });
    const { status, data } = await update({ id: lookup.id, config: { aggregate: 'count' } });
    expect(status).toBe(200);
    expect(data.config).toEqual({ linkColumnId: links.id, aggregate: 'count' });
  });

  it.each([
    ['the type', {}, { type: 'number' }, 'type'],
    ['the position', {}, { position: 0 }, 'position'],
    ['a blank name', {}, { name: ' ' }, 'name'],
    ['a width of 19', {}, { width: 19 }, 'width'],
    ['required that is null', {}, { required: null }, 'required'],
    ['a computed column as required', { type: 'formula' }, { required: true }, 'required'],
    ['a default value of a computed column', { type: 'auto_number' }, { defaultValue: 1 }, 'defaultValue'],
    ['a config of another type', {}, { config: { options: [] } }, 'config.options'],
    ['a config that is a text', { type: 'status' }, { config: 'labels' }, 'config'],
    ['an invalid label', { type: 'status' }, { config: { labels: [null] } }, 'config.labels.0'],
    [
      'a label id that the column does not have',
      { type: 'status' },
      { config: { labels: [{ id: newId('label'), name: 'To Do' }] } },
      'config.labels.0.id',
    ],
    [
      'a default value that the new config refuses',
      { type: 'rating', defaultValue: 5 },
      { config: { maxRating: 3 } },
      'defaultValue',
    ],
    [
      'a default value by the old config',
      { type: 'rating' },
      { config: { maxRating: 3 }, defaultValue: 4 },
      'defaultValue',
    ],
    ['reassignTo of a column without labels', {}, { config: {}, reassignTo: newId('label') }, 'reassignTo'],
    ['reassignTo without a config', { type: 'status' }, { reassignTo: newId('label') }, 'reassignTo'],
    ['reassignTo that is no label id', { type: 'status' }, { reassignTo: 'Done' }, 'reassignTo'],
    ['an expectedUpdatedAt that is no time', {}, { expectedUpdatedAt: 'yesterday' }, 'expectedUpdatedAt'],
  ])('400: %s', async (_what, given, patch, path) => {
    const column = await aColumn(given);
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await update({ id: column.id, ...patch }))).toContain(path);
    });
    expect(written).toEqual([]);
    // For a moment after its creation a computed column reports that it is being computed.
    await vi.waitFor(async () => expect(await read(column.id)).toEqual(column));
  });

  it('401: without a credential', async () => {
    const { id } = await aColumn({});
    expect(
      await codesWithoutCredential(board.workspace, (client) => update({ id, name: 'No' }, client)),
    ).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    const { id } = await aColumn({});
    expect(await statusesByRole(board.workspace, (client) => update({ id, name: 'Maybe' }, client))).toEqual(
      ONLY_BUILDERS,
    );
  });

  it('403: a token without the scope write', async () => {
    const { id } = await aColumn({});
    expect(
      await statusWithoutScope(board.workspace, 'write', (client) => update({ id, name: 'No' }, client)),
    ).toBe(403);
  });

  it("404: another organization's ids look exactly like missing ids", async () => {
    const foreign = await aBoard();
    const link = await aColumn({ type: 'link' });
    const lookup = await aColumn({ type: 'lookup' });
    expect(await lookOf(foreign.column('Status'), (id) => update({ id, name: 'Mine' }))).toEqual(MISSING);
    expect(await lookOf(foreign.id, (id) => update({ id: link.id, config: { boardIds: [id] } }))).toEqual(
      MISSING,
    );
    expect(
      await lookOf(foreign.column('Status'), (id) =>
        update({ id: lookup.id, config: { targetColumnId: id } }),
      ),
    ).toEqual(MISSING);
    expect(await read(link.id)).toMatchObject(link);
    expect(await read(lookup.id)).toMatchObject(lookup);
  });

  it('404: a deleted column', async () => {
    const { id } = await aColumn({});
    await board.organization.owner.client.mutate('columns.delete', { id });
    expect((await update({ id, name: 'Late' })).status).toBe(404);
  });

  it('409: an outdated version', async () => {
    const column = await aColumn({});
    const { data } = await update({ id: column.id, name: 'Second' });
    const stale = { id: column.id, name: 'Third', expectedUpdatedAt: column.updatedAt };
    const written = await eventsDuring(board.organization, async () => {
      const answer = await update(stale);
      expect(answer.status).toBe(409);
      expect(answer.error!.data.code).toBe('CONFLICT');
    });
    expect(written).toEqual([]);
    expect(await read(column.id)).toEqual(data);
    const fresh = await update({ ...stale, expectedUpdatedAt: data.updatedAt });
    expect(fresh.data.name).toBe('Third');
  });

  it('409: of many calls with the same version, one writes', async () => {
    const column = await aColumn({});
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        update({ id: column.id, name: `${index}`, expectedUpdatedAt: column.updatedAt }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});
