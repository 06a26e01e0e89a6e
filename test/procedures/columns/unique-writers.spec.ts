import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAutomation, logOf, runAutomations } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, submit } from '../../support/factories/form.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring } from '../../support/refusals';

interface Refusal {
  reason?: string;
  issues?: { path: string; message: string }[];
}

describe('a unique column, written by', () => {
  let board: TestBoard;
  let key: string;
  let first: string;
  beforeEach(async () => {
    board = await aBoard({
      groups: ['One', 'Two'],
      columns: [
        { name: 'Key', type: 'text', config: { unique: true } },
        { name: 'Note', type: 'text' },
      ],
    });
    key = board.column('Key');
    first = await anItem(board, { name: 'First', values: { [key]: 'A-1' } });
  });
  const owner = () => board.organization.owner.client;
  const keys = async () =>
    (await listedItems(owner(), { boardId: board.id })).map(({ values }) => values[key] ?? null);
  const conflict = { status: 409, error: { data: { reason: 'value_not_unique' } } };

  describe('a form', () => {
    const components = [
      { type: 'textfield', key: 'subject', label: 'Subject' },
      { type: 'textfield', key: 'number', label: 'Number' },
    ];
    const aKeyedForm = () =>
      aForm(board, {
        components,
        mappings: [
          { formField: 'subject', columnId: null, target: 'item_name' },
          { formField: 'number', columnId: key, target: 'column' },
        ],
      });

    it('409: a taken answer, at its field and without the item, and nothing is written', async () => {
      const form = await aKeyedForm();
      let answer!: Awaited<ReturnType<typeof submit>>;
      const events = await eventsDuring(board.organization, async () => {
        answer = await submit(board, form, { subject: 'Again', number: ' A-1 ' });
      });
      expect(answer.status).toBe(409);
      expect(JSON.stringify(answer.body)).toContain('value_not_unique');
      expect(JSON.stringify(answer.body)).toContain('"number"');
      expect(JSON.stringify(answer.body)).not.toContain(first);
      expect(events).toEqual([]);
      expect(await listedNames(board)).toEqual(['First']);
      const { data } = await owner().query('forms.submissions.list', { formId: form });
      expect(data.submissions).toEqual([]);
    });

    it('200: one of the parallel submissions of an answer', async () => {
      const form = await aKeyedForm();
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) => submit(board, form, { subject: `S${at}`, number: 'A-2' })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
      expect(await keys()).toEqual(['A-1', 'A-2']);
    });
  });

  describe('a file', () => {
    const send = (content: string, more: object = {}) =>
      owner().mutate('boards.import', { id: board.id, file: { content }, ...more });
    const problemsOf = ({ error }: Awaited<ReturnType<typeof send>>) => (error!.data as Refusal).issues!;

    it.each([
      ['of the board', 'Name,Key\nNew,A-9\nAgain,A-1\n', 3],
      ['of another row', 'Name,Key\nNew,A-9\nAgain,A-9\n', 3],
    ])('40x: a value %s, naming line and column, and nothing is written', async (_what, content, line) => {
      const answer = await send(content);
      expect([400, 409]).toContain(answer.status);
      const [problem] = problemsOf(answer);
      expect(`${problem!.path} ${problem!.message}`).toContain(String(line));
      expect(`${problem!.path} ${problem!.message}`).toContain('Key');
      expect(await listedNames(board)).toEqual(['First']);
    });

    it('200: updated by the key; two rows with a key are rejected', async () => {
      const updated = await send('Key,Name\nA-1,Renamed\nA-2,Second\n', { updateBy: 'Key' });
      expect(updated.data.import).toMatchObject({ status: 'done', created: 1, updated: 1 });
      expect(await listedNames(board)).toEqual(['Renamed', 'Second']);
      const repeated = await send('Key,Name\nA-3,X\n A-3 ,Y\n', { updateBy: 'Key' });
      expect([400, 409]).toContain(repeated.status);
      expect(await keys()).toEqual(['A-1', 'A-2']);
    });

    it('200: updated by another column; a taken key is rejected', async () => {
      const second = await anItem(board, { name: 'Second', values: { [key]: 'A-2' } });
      const answer = await send('Name,Key\nSecond,A-1\n', { updateBy: 'Name' });
      expect([400, 409]).toContain(answer.status);
      expect(await valueOf(board, second, key)).toBe('A-2');
    });

    it('fails as a job, naming the line, and writes nothing', async () => {
      const rows = Array.from({ length: 2_100 }, (_, at) => `Item ${at},${at === 2_050 ? 'A-1' : `B-${at}`}`);
      const answer = await send(['Name,Key', ...rows].join('\n'));
      const ended = await vi.waitUntil(
        async () => {
          const { data } = await owner().query('boards.imports.get', { id: answer.data.import.id });
          return data.status === 'running' ? null : data;
        },
        { interval: 100 },
      );
      expect(ended).toMatchObject({ status: 'failed', problems: [{ line: 2_052, column: 'Key' }] });
      expect(await listedNames(board)).toEqual(['First']);
    });
  });

  it('an automation: a taken value fails the execution with a clear reason', async () => {
    const id = await anAutomation(board, {
      actions: [{ type: 'set_value', config: { columnId: key, value: 'A-1' } }],
    });
    const creates = await anAutomation(board, {
      trigger: { type: 'item.moved', config: {} },
      actions: [
        {
          type: 'create_item',
          config: { boardId: board.id, groupId: board.groupIds[0], name: 'Made', values: { [key]: 'A-1' } },
        },
      ],
    });
    await runAutomations(board);
    const item = await anItem(board, { name: 'Second' });
    await runAutomations(board);
    expect(await valueOf(board, item, key)).toBeNull();
    const [execution] = await logOf(board, id);
    expect(execution).toMatchObject({
      status: 'failed',
      failedAction: 0,
      error: `Key: The item ${first} has this value, and the column is unique`,
    });
    await made(owner(), 'items.move', { id: item, groupId: board.group('Two') });
    await runAutomations(board);
    expect(await logOf(board, creates)).toMatchObject([{ status: 'failed', failedAction: 0 }]);
    expect(await listedNames(board)).toHaveLength(2);
  });

  it('restorations of many items: with the value of one that was created meanwhile, or of each other', async () => {
    const other = await anItem(board, { name: 'Other', values: { [key]: 'B-1' } });
    await made(owner(), 'items.bulkDelete', { itemIds: [first, other] });
    const twin = await anItem(board, { name: 'Twin', values: { [key]: 'A-1' } });
    await made(owner(), 'items.delete', { id: twin });
    // Two items of Trash have the value: one of them can return.
    const [one, two] = await Promise.all([
      owner().mutate('items.restore', { id: first }),
      owner().mutate('items.restore', { id: twin }),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    expect(await owner().mutate('items.restore', { id: other })).toMatchObject({ status: 200 });
    expect((await keys()).toSorted()).toEqual(['A-1', 'B-1']);
  });

  it('restorations of a parent whose sub-item has a taken value', async () => {
    const parent = await anItem(board, { name: 'Parent' });
    const child = await made(owner(), 'items.create', {
      boardId: board.id,
      groupId: board.group('One'),
      parentId: parent,
      name: 'Child',
      values: { [key]: 'C-1' },
    });
    await made(owner(), 'items.delete', { id: parent });
    await anItem(board, { name: 'Taker', values: { [key]: 'C-1' } });
    expect(await owner().mutate('items.restore', { id: parent })).toMatchObject(conflict);
    expect(await listedNames(board)).toEqual(['First', 'Taker']);
    expect((await owner().query('trash.list', {})).data.items).toMatchObject([{ id: parent }]);
    expect(child.parentId).toBe(parent);
  });

  it('a group that is archived, restored and deleted with its items', async () => {
    const inTwo = await anItem(board, {
      name: 'In two',
      groupId: board.group('Two'),
      values: { [key]: 'D-1' },
    });
    await made(owner(), 'boards.groups.archive', { id: board.group('Two') });
    const again = (value: string) =>
      owner().mutate('items.create', {
        boardId: board.id,
        groupId: board.group('One'),
        name: 'Again',
        values: { [key]: value },
      });
    expect(await again('D-1')).toMatchObject(conflict);
    await made(owner(), 'boards.groups.restore', { id: board.group('Two') });
    expect(await again('D-1')).toMatchObject(conflict);
    await made(owner(), 'items.bulkMove', { itemIds: [inTwo], groupId: board.group('One') });
    expect(await again('D-1')).toMatchObject(conflict);
  });

  it('copies of boards, templates and items', async () => {
    const { id: templateId } = await made(owner(), 'templates.create', { boardId: board.id, name: 'T' });
    const copy = await made(owner(), 'boards.create', {
      projectId: board.project.id,
      name: 'From a template',
      templateId,
    });
    const { columns } = (await owner().query('columns.list', { boardId: copy.id })).data;
    const copied = columns.find(({ name }: { name: string }) => name === 'Key');
    expect(copied.config).toEqual({ unique: true });
    const { groups } = (await owner().query('boards.get', { id: copy.id })).data;
    const item = { boardId: copy.id, groupId: groups[0].id, name: 'X', values: { [copied.id]: 'A-1' } };
    await made(owner(), 'items.create', item);
    expect(await owner().mutate('items.create', item)).toMatchObject(conflict);
    await made(owner(), 'items.duplicate', { id: first });
    const duplicate = await made(owner(), 'columns.duplicate', { id: key, includeValues: true });
    expect(duplicate.config).toEqual({});
    expect((await keys()).filter((value) => value !== null)).toEqual(['A-1']);
  });

  it('a required key: a copy cannot have it, and says so or stays blank', async () => {
    await made(owner(), 'columns.update', { id: key, required: true });
    const answer = await owner().mutate('items.duplicate', { id: first });
    expect([200, 400]).toContain(answer.status);
    expect((await keys()).filter((value) => value === 'A-1')).toHaveLength(1);
  });

  it('parallel bulk calls with overlapping values', async () => {
    const bulk = (values: string[]) =>
      owner().mutate('items.bulkCreate', {
        boardId: board.id,
        groupId: board.groupIds[0],
        items: values.map((value) => ({ name: value, values: { [key]: value } })),
      });
    const answers = await Promise.all([
      bulk(['P', 'Q', 'R']),
      bulk(['R', 'Q', 'P']),
      owner().mutate('items.upsert', {
        boardId: board.id,
        key,
        items: [{ key: 'Q' }, { key: 'P' }, { key: 'R' }],
      }),
      bulk(['Q', 'S']),
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers[2].status).toBe(200);
    const found = (await keys()).filter((value) => value !== null);
    expect(new Set(found).size).toBe(found.length);
    for (const value of ['P', 'Q', 'R']) expect(found).toContain(value);
  });

  it('a second unique column of an upsert: a taken value is named in the input, and nothing is written', async () => {
    const column = { boardId: board.id, name: 'Mail', type: 'email', config: { unique: true } };
    const { id: mail } = await made(owner(), 'columns.create', column);
    await made(owner(), 'items.setValue', { itemId: first, columnId: mail, value: 'a@example.com' });
    const answer = await owner().mutate('items.upsert', {
      boardId: board.id,
      key,
      items: [
        { key: 'A-1', name: 'Renamed' },
        { key: 'A-2', values: { [mail]: 'A@EXAMPLE.com' } },
      ],
    });
    expect(answer).toMatchObject(conflict);
    expect((answer.error!.data as Refusal).issues).toMatchObject([{ path: `items.1.values.${mail}` }]);
    expect(await listedNames(board)).toEqual(['First']);
  });

  it('items.setValues: the path of each taken value, and nothing is written', async () => {
    const second = await anItem(board, { name: 'Second' });
    const cells = [
      { itemId: second, columnId: board.column('Note'), value: 'written' },
      { itemId: second, columnId: key, value: 'A-1' },
    ];
    const answer = await owner().mutate('items.setValues', { boardId: board.id, cells });
    expect(answer).toMatchObject(conflict);
    expect((answer.error!.data as Refusal).issues).toMatchObject([{ path: 'cells.1.value' }]);
    expect(await valueOf(board, second, board.column('Note'))).toBeNull();
  });
});
