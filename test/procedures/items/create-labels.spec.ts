import { beforeAll, describe, expect, it } from 'vitest';
import type { WireAnswer, WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Stage', type: 'status' },
  { name: 'Tags', type: 'label' },
  { name: 'Size', type: 'dropdown', config: { options: ['S', 'M'] } },
  { name: 'Number', type: 'number' },
];

type Call = (
  board: TestBoard,
  client: WireClient,
  value: string,
  createLabels?: boolean,
) => Promise<WireAnswer>;

const createLabels = true;
const place = (board: TestBoard) => ({ boardId: board.id, groupId: board.groupIds[0] });

/** Each mutation that takes values of items, with one label of a status column. */
const CALLS: Record<string, Call> = {
  'items.create': (board, client, value, isCreating = true) =>
    client.mutate('items.create', {
      ...place(board),
      name: 'Item',
      values: { [board.column('Stage')]: value },
      createLabels: isCreating,
    }),
  'items.bulkCreate': (board, client, value, isCreating = true) =>
    client.mutate('items.bulkCreate', {
      ...place(board),
      items: [{ name: 'Item', values: { [board.column('Stage')]: value } }],
      createLabels: isCreating,
    }),
  'items.update': async (board, client, value, isCreating = true) =>
    client.mutate('items.update', {
      id: await anItem(board),
      values: { [board.column('Stage')]: value },
      createLabels: isCreating,
    }),
  'items.setValue': async (board, client, value, isCreating = true) =>
    client.mutate('items.setValue', {
      itemId: await anItem(board),
      columnId: board.column('Stage'),
      value,
      createLabels: isCreating,
    }),
  'items.setValues': async (board, client, value, isCreating = true) =>
    client.mutate('items.setValues', {
      boardId: board.id,
      cells: [{ itemId: await anItem(board), columnId: board.column('Stage'), value }],
      createLabels: isCreating,
    }),
  'items.bulkUpdate': async (board, client, value, isCreating = true) =>
    client.mutate('items.bulkUpdate', {
      itemIds: [await anItem(board)],
      changes: { [board.column('Stage')]: value },
      createLabels: isCreating,
    }),
};

/** The item of any of the calls. */
const itemOf = ({ data }: WireAnswer) => data.items?.[0] ?? data;

describe('createLabels', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });
  const own = () => aBoard({ ...board, columns: COLUMNS });
  const configOf = async (on: TestBoard, name: string) => {
    const { data } = await on.organization.owner.client.query('columns.list', { boardId: on.id });
    return data.columns.find((column: { name: string }) => column.name === name).config;
  };
  const labelsOf = async (on: TestBoard, name: string): Promise<string[]> =>
    (await configOf(on, name)).labels.map((label: { name: string }) => label.name);

  describe.each(Object.entries(CALLS))('%s', (name, call) => {
    it('200: creates a missing label with a color, and an event of the column before that of the value', async () => {
      const { organization } = board;
      const { client } = organization.owner;
      let answer!: WireAnswer;
      const written = await eventsDuring(organization, async () => {
        answer = await call(board, client, ` ${name} `);
      });
      expect(answer.status).toBe(200);
      expect(itemOf(answer).values[board.column('Stage')]).toMatchObject({
        label: name,
        color: expect.stringMatching(/^#[0-9A-F]{6}$/),
      });
      const types = written.map(({ type }) => type);
      expect(types.filter((type) => type === 'column.updated')).toHaveLength(1);
      const change = written.find(({ type }) => type === 'column.updated')!;
      expect(change.data.column.config.labels.at(-1)).toMatchObject({ name, isDone: false });
      expect(types.at(-1)).not.toBe('column.updated');
    });

    it('200: a label in another case is the existing one, and no column changes', async () => {
      const { organization } = board;
      const written = await eventsDuring(organization, async () => {
        const answer = await call(board, organization.owner.client, 'dONE');
        expect(itemOf(answer).values[board.column('Stage')]).toMatchObject({ label: 'Done' });
      });
      expect(written.map(({ type }) => type)).not.toContain('column.updated');
    });

    it('400: without it, a missing label is rejected', async () => {
      const { client } = board.organization.owner;
      expect((await call(board, client, 'Missing', false)).status).toBe(400);
      expect(await labelsOf(board, 'Stage')).not.toContain('Missing');
    });

    it('403: for a user who can edit items but not build, unless all labels exist', async () => {
      const { organization } = board;
      const visitor = await organization.addMember('member');
      const guest = await organization.addMember('guest');
      const share = { boardId: board.id, userId: guest.userId, permission: 'edit' };
      await made(organization.owner.client, 'boards.members.add', share);
      for (const { client } of [visitor, guest]) {
        const rejected = await call(board, client, 'By someone who cannot');
        expect([rejected.status, rejected.error!.message]).toEqual([
          403,
          'Only members of the workspace can create labels; use labels that the column has',
        ]);
        expect((await call(board, client, 'Done')).status).toBe(200);
      }
      expect(await labelsOf(board, 'Stage')).not.toContain('By someone who cannot');
    });

    it('200: parallel calls with one new label create one label', async () => {
      const on = await own();
      const { client } = on.organization.owner;
      const given = ['New', 'new', 'NEW', 'New'];
      const answers = await Promise.all(given.map((label) => call(on, client, label)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const ids = answers.map((answer) => itemOf(answer).values[on.column('Stage')].id);
      expect(new Set(ids).size).toBe(1);
      expect(await labelsOf(on, 'Stage')).toHaveLength(4);
    });
  });

  it('200: parallel calls with different new labels create all of them', async () => {
    const on = await own();
    const { client } = on.organization.owner;
    const names = ['one', 'two', 'three', 'four', 'five'];
    const answers = await Promise.all(names.map((name) => CALLS['items.setValue']!(on, client, name)));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect((await labelsOf(on, 'Stage')).slice(3).toSorted()).toEqual(names.toSorted());
  });

  it('200: several labels and options of one call are one change of each column', async () => {
    const on = await own();
    const [tags, size] = [on.column('Tags'), on.column('Size')];
    const items = [await anItem(on), await anItem(on)];
    const written = await eventsDuring(on.organization, async () => {
      const answer = await on.organization.owner.client.mutate('items.setValues', {
        boardId: on.id,
        cells: [
          { itemId: items[0], columnId: tags, value: ['red', { label: 'green' }, 'RED'] },
          { itemId: items[1], columnId: tags, value: 'blue' },
          { itemId: items[0], columnId: size, value: 'XL' },
          { itemId: items[1], columnId: size, value: 's' },
        ],
        createLabels,
      });
      expect(answer.status).toBe(200);
    });
    expect(written.filter(({ type }) => type === 'column.updated')).toHaveLength(2);
    expect(await labelsOf(on, 'Tags')).toEqual(['red', 'green', 'blue']);
    expect((await configOf(on, 'Size')).options).toEqual(['S', 'M', 'XL']);
    expect(await valueOf(on, items[0]!, tags)).toMatchObject([{ label: 'red' }, { label: 'green' }]);
    expect([await valueOf(on, items[0]!, size), await valueOf(on, items[1]!, size)]).toEqual(['XL', 'S']);
  });

  it('400: nothing is created when another value is rejected', async () => {
    const on = await own();
    const written = await eventsDuring(on.organization, async () => {
      const answer = await on.organization.owner.client.mutate('items.create', {
        ...place(on),
        name: 'Item',
        values: { [on.column('Tags')]: 'new', [on.column('Number')]: 'many' },
        createLabels,
      });
      expect(refusedPaths(answer)).toEqual([`values.${on.column('Number')}`]);
    });
    expect(written).toEqual([]);
    expect(await labelsOf(on, 'Tags')).toEqual([]);
  });

  it('400: names and numbers of labels are limited, and an id or an empty text creates none', async () => {
    const labels = Array.from({ length: 199 }, (_, at) => ({ name: `label ${at}` }));
    const on = await aBoard({ ...board, columns: [{ name: 'Full', type: 'label', config: { labels } }] });
    const columnId = on.column('Full');
    const item = await anItem(on);
    const set = (value: unknown) =>
      on.organization.owner.client.mutate('items.setValues', {
        boardId: on.id,
        cells: [{ itemId: item, columnId, value }],
        createLabels,
      });
    for (const value of ['x'.repeat(101), ['one', 'two'], '', [{ id: 'lbl_unknown' }], 5])
      expect(refusedPaths(await set(value))).toEqual(['cells.0.value']);
    expect(await labelsOf(on, 'Full')).toHaveLength(199);
    expect((await set(['one'])).status).toBe(200);
  });

  it('200: a formula that reads the column shows the new label', async () => {
    const on = await aBoard({
      ...board,
      columns: [...COLUMNS, { name: 'Shown', type: 'formula', config: { expression: '{Stage}&"!"' } }],
    });
    const item = await anItem(on);
    const { data } = await on.organization.owner.client.mutate('items.update', {
      id: item,
      values: { [on.column('Stage')]: 'Waiting' },
      createLabels,
    });
    expect(data.values[on.column('Shown')]).toBe('Waiting!');
  });

  it('200: repeated with one Idempotency-Key, the label is created once', async () => {
    const on = await own();
    const { client } = on.organization.owner;
    const input = { ...place(on), name: 'Item', values: { [on.column('Stage')]: 'Once' }, createLabels };
    const headers = { 'idempotency-key': 'create-labels-once' };
    const answers = [
      await client.as({ headers }).mutate('items.create', input),
      await client.as({ headers }).mutate('items.create', input),
    ];
    expect(answers.map(({ data }) => data.id)).toEqual([answers[0]!.data.id, answers[0]!.data.id]);
    expect(await labelsOf(on, 'Stage')).toHaveLength(4);
  });
});
