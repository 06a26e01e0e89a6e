import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { eventsDuring } from '../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Number', type: 'number' },
  { name: 'Status', type: 'status' },
  { name: 'Tags', type: 'label', config: { labels: [{ name: 'Red' }, { name: 'Blue' }] } },
  { name: 'People', type: 'people' },
  { name: 'Day', type: 'date' },
  { name: 'After', type: 'dependency' },
  { name: 'Code', type: 'text', config: { unique: true } },
];

interface Scene {
  board: TestBoard;
  /** By id. */
  items: string[];
}

/** One statement writes neighbors in the order of ids: the same must be stored and emitted as by single writes. */
describe('values of many items', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });
  const client = () => organization.owner.client;
  const aScene = async (): Promise<Scene> => {
    const board = await aBoard({ organization, columns: COLUMNS });
    const items: string[] = [];
    for (let at = 0; at < 6; at += 1)
      items.push(
        await anItem(board, {
          values: {
            [board.column('Text')]: `Text ${at}`,
            [board.column('Tags')]: ['Red', 'Blue'],
            [board.column('People')]: [organization.owner.userId],
            [board.column('Code')]: `C-${at}`,
          },
        }),
      );
    return { board, items: items.toSorted() };
  };

  /** What is stored and was emitted, without the ids of the records. */
  const traceOf = async ({ board, items }: Scene, act: () => Promise<unknown>) => {
    const events = await eventsDuring(organization, act);
    const { rows } = await organization.app.sql.query(
      `select item.id, entry.column_key::text, entry.ordinal, entry.number_key, entry.text_key, entry.ref
       from items item join item_values entry on entry.item_key = item.key
       where item.id = any ($1) order by item.id, entry.column_key, entry.ordinal`,
      [items],
    );
    const { data } = await client().query('items.list', { boardId: board.id });
    const columns = Object.fromEntries(COLUMNS.map(({ name }) => [board.column(name), name]));
    const stored = await organization.app.sql.query('select key::text, id from columns where board_id = $1', [
      board.id,
    ]);
    const keys = Object.fromEntries(stored.rows.map(({ key, id }) => [key, columns[id] ?? id]));
    const { labels } = board.record.columns.find(({ name }: { name: string }) => name === 'Status').config;
    const tags = board.record.columns.find(({ name }: { name: string }) => name === 'Tags').config.labels;
    const names = new Map<string, string>([
      ...items.map((id, at) => [id, `item ${at}`] as const),
      ...Object.entries(columns),
      ...[...labels, ...tags].map(({ id, name }: { id: string; name: string }) => [id, name] as const),
    ]);
    const readable = (value: unknown) =>
      [...names].reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(value));
    return {
      events: events.map(({ type, data: { ...change } }) => readable({ type, change })),
      index: rows.map(({ column_key: key, ...row }) => readable({ column: keys[key], ...row })),
      values: data.items
        .toSorted((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))
        .map(({ id, values }: { id: string; values: object }) => readable({ id, values })),
    };
  };

  const changesOf = ({ board, items }: Scene): { itemId: string; columnId: string; value: unknown }[] => {
    const { userId } = organization.owner;
    const of = (at: number, name: string, value: unknown) => ({
      itemId: items[at]!,
      columnId: board.column(name),
      value,
    });
    return [
      of(0, 'Text', 'changed'),
      of(0, 'Number', 1.5),
      of(0, 'Tags', ['Blue']),
      of(1, 'Text', 'Text 1'),
      of(1, 'People', null),
      of(1, 'Status', 'Done'),
      of(2, 'Tags', null),
      of(2, 'Day', '2026-01-31'),
      of(2, 'Text', 'quote " and \\ and 💡'),
      // Between the others: it is written alone.
      of(3, 'After', [items[0]]),
      of(4, 'Code', 'D-4'),
      of(5, 'Number', -1e21),
      of(5, 'People', [userId]),
    ];
  };

  it('items.setValues stores, indexes and emits what single writes do, in the order of the items', async () => {
    const [together, single] = [await aScene(), await aScene()];
    const one = await traceOf(together, async () => {
      const cells = changesOf(together);
      expect(await client().mutate('items.setValues', { boardId: together.board.id, cells })).toMatchObject({
        status: 200,
      });
    });
    const other = await traceOf(single, async () => {
      for (const itemId of single.items) {
        const cells = changesOf(single).filter((cell) => cell.itemId === itemId);
        const input = { boardId: single.board.id, cells };
        expect(await client().mutate('items.setValues', input)).toMatchObject({ status: 200 });
      }
    });
    expect(one.events.length).toBeGreaterThan(8);
    expect(one).toEqual(other);
  });

  it('items.bulkUpdate stores, indexes and emits what single writes do', async () => {
    const [together, single] = [await aScene(), await aScene()];
    const changesIn = ({ board }: Scene) => ({
      [board.column('Tags')]: ['Red'],
      [board.column('Text')]: 'Text 2',
      [board.column('People')]: null,
    });
    const update = (scene: Scene, itemIds: string[]) =>
      client().mutate('items.bulkUpdate', { itemIds, changes: changesIn(scene) });
    const one = await traceOf(together, () => update(together, together.items));
    const other = await traceOf(single, async () => {
      for (const id of single.items) await update(single, [id]);
    });
    expect(one.events.length).toBeGreaterThan(10);
    expect(one).toEqual(other);
  });

  it('items.upsert stores, indexes and emits what single upserts do, also between renamed items', async () => {
    const [together, single] = [await aScene(), await aScene()];
    const inputsOf = ({ board }: Scene) =>
      Array.from({ length: 6 }, (_, at) => ({
        key: `C-${at}`,
        ...(at === 3 ? { name: 'Renamed' } : {}),
        values:
          at === 5
            ? { [board.column('Text')]: `Text ${at}` }
            : { [board.column('Number')]: at, [board.column('Tags')]: at % 2 === 0 ? ['Blue'] : null },
      }));
    const upsert = ({ board }: Scene, items: object[]) =>
      client().mutate('items.upsert', { boardId: board.id, key: board.column('Code'), items });
    let outcomes: string[] = [];
    const one = await traceOf(together, async () => {
      const { data } = await upsert(together, inputsOf(together));
      outcomes = data.results.map(({ outcome }: { outcome: string }) => outcome);
    });
    const other = await traceOf(single, async () => {
      for (const item of inputsOf(single)) await upsert(single, [item]);
    });
    expect(outcomes).toEqual(['updated', 'updated', 'updated', 'updated', 'updated', 'unchanged']);
    expect(one).toEqual(other);
  });

  it('a value that an earlier item of the call has lost is free for a later one', async () => {
    const { board, items } = await aScene();
    const columnId = board.column('Code');
    const before = (await client().query('items.get', { id: items[0] })).data.values[columnId];
    const cells = [
      { itemId: items[0], columnId, value: 'Z' },
      { itemId: items[1], columnId, value: before },
    ];
    expect(await client().mutate('items.setValues', { boardId: board.id, cells })).toMatchObject({
      status: 200,
    });
  });

  it('an id that a cell names already is accepted again, although no one else could set it', async () => {
    const { board, items } = await aScene();
    const leaver = await organization.addMember('member');
    const columnId = board.column('People');
    await client().mutate('items.setValue', { itemId: items[0], columnId, value: [leaver.userId] });
    await client().mutate('organizations.members.remove', { userId: leaver.userId });
    const { data } = await client().query('items.get', { id: items[0] });
    const kept = data.values[columnId] ?? [];
    const cells = [
      { itemId: items[0], columnId, value: [...kept, organization.owner.userId] },
      { itemId: items[1], columnId, value: [organization.owner.userId] },
    ];
    expect(await client().mutate('items.setValues', { boardId: board.id, cells })).toMatchObject({
      status: 200,
    });
    const rejected = [cells[1], { itemId: items[2], columnId, value: [leaver.userId] }];
    const answer = await client().mutate('items.setValues', { boardId: board.id, cells: rejected });
    expect(answer.status).toBe(404);
    expect((answer.error!.data as { issues: object[] }).issues).toMatchObject([{ path: 'cells.1.value' }]);
  });
});
