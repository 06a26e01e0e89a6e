import { beforeAll, describe, expect, it } from 'vitest';
import { COLUMN_TYPE_NAMES } from '../../../src/column-types/column-type';
import { columnTypes } from '../../../src/column-types/types';
import { type BoardId, newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, SUBJECT, submit } from '../../support/factories/form.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

interface Example {
  component: object;
  answer: unknown;
  value: unknown;
  config?: object;
}

const select = (...values: string[]) => ({
  type: 'select',
  data: { values: values.map((value) => ({ label: `The ${value}`, value })) },
});
const instant = (day: string) => `${day}T00:00:00.000Z`;

describe('mappings', () => {
  let board: TestBoard;
  let other: TestBoard;
  const owner = () => board.organization.owner;
  const submission = async (answer: { body: unknown }) => {
    const { submissionId: id } = answer.body as { submissionId: string };
    return (await owner().client.query('forms.submissions.get', { id })).data;
  };
  const itemOf = async (answer: { body: unknown }) => {
    const { itemId: id } = await submission(answer);
    return (await owner().client.query('items.get', { id })).data;
  };
  const toColumn = (formField: string, columnId: string) => ({ formField, columnId, target: 'column' });
  const aColumn = async (type: string, more: object = {}) => {
    const input = { boardId: board.id, name: `${type} ${newId('event')}`, type, ...more };
    return (await made(owner().client, 'columns.create', input)).id as string;
  };
  const create = (components: object[], mappings: object[], boardId: BoardId = board.id) =>
    owner().client.mutate('forms.create', { boardId, name: 'Form', schema: { components }, mappings });

  beforeAll(async () => {
    board = await aBoard({ groups: ['First', 'Second'] });
    other = await aBoard({ project: board.project });
  });

  it('fill every writable column type', async () => {
    const itemId = await anItem(board);
    const otherItemId = await anItem(other);
    const { userId } = owner();
    const examples: Record<string, Example> = {
      text: { component: { type: 'textarea' }, answer: 'One\n<b>Two</b>', value: 'One\n<b>Two</b>' },
      long_text: {
        component: { type: 'textarea' },
        answer: 'One\n<b>Two</b>',
        value: '<p>One</p><p>&lt;b&gt;Two&lt;/b&gt;</p>',
      },
      number: { component: { type: 'number' }, answer: 7.5, value: 7.5 },
      currency: { component: { type: 'textfield' }, answer: '12.50', value: 12.5 },
      percentage: { component: { type: 'number' }, answer: 50, value: 50 },
      rating: { component: select('1', '2', '3'), answer: '3', value: 3 },
      progress: { component: { type: 'number' }, answer: 100, value: 100 },
      date: { component: { type: 'datetime' }, answer: '2026-01-31', value: instant('2026-01-31') },
      date_range: {
        component: { type: 'datetime' },
        answer: '2026-01-31',
        value: { start: instant('2026-01-31'), end: instant('2026-01-31') },
      },
      timeline: {
        component: { type: 'textfield' },
        answer: '2026-01-01 - 2026-01-31',
        value: { start: instant('2026-01-01'), end: instant('2026-01-31') },
      },
      time_tracking: {
        component: { type: 'number' },
        answer: 90,
        value: { seconds: 90, runningSince: null, entries: [] },
      },
      status: {
        component: select('To Do', 'Done'),
        answer: 'Done',
        value: expect.objectContaining({ label: 'Done' }),
      },
      label: {
        component: { ...select('Red, warm', 'Blue'), multiple: true },
        config: { labels: [{ name: 'Red, warm' }, { name: 'Blue' }] },
        answer: ['Blue', 'Red, warm'],
        value: [expect.objectContaining({ label: 'Blue' }), expect.objectContaining({ label: 'Red, warm' })],
      },
      dropdown: {
        component: { type: 'radio', values: [{ label: 'S', value: 'small' }] },
        config: { options: ['S', 'M'] },
        answer: 'small',
        value: 'S',
      },
      checkbox: { component: { type: 'checkbox' }, answer: true, value: true },
      priority: {
        component: select('High'),
        answer: 'High',
        value: expect.objectContaining({ label: 'High' }),
      },
      people: { component: select(userId), answer: userId, value: [userId] },
      link: { component: select(otherItemId), answer: otherItemId, value: [otherItemId] },
      dependency: { component: select(itemId), answer: itemId, value: [itemId] },
      email: { component: { type: 'email' }, answer: 'ada@example.com', value: 'ada@example.com' },
      phone: { component: { type: 'phoneNumber' }, answer: '+49 30 123 456', value: '+4930123456' },
      url: { component: { type: 'url' }, answer: 'https://example.com', value: 'https://example.com' },
      color: { component: { type: 'hidden' }, answer: '#1a2b3c', value: '#1A2B3C' },
    };
    const writable = COLUMN_TYPE_NAMES.filter((type) => columnTypes[type].writable && type !== 'file');
    expect(Object.keys(examples).toSorted()).toEqual(writable.toSorted());

    const columnIds: Record<string, string> = {};
    for (const [type, { config }] of Object.entries(examples))
      columnIds[type] = await aColumn(type, config ? { config } : {});
    const formId = await aForm(board, {
      components: Object.entries(examples).map(([key, { component }]) => ({ ...component, key, label: key })),
      mappings: Object.keys(examples).map((type) => toColumn(type, columnIds[type]!)),
    });
    const answers = Object.fromEntries(Object.entries(examples).map(([key, { answer }]) => [key, answer]));
    const answer = await submit(board, formId, answers);
    expect(answer.body).toMatchObject({ success: true });
    expect((await submission(answer)).omitted).toEqual([]);
    const { values, name } = await itemOf(answer);
    expect(name).toMatch(/^Form \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/);
    for (const [type, { value }] of Object.entries(examples))
      expect([type, values[columnIds[type]!]]).toEqual([type, value]);
    // Answers that do not fit their column, and that the respondent can correct.
    const wrong = { currency: 'much', timeline: 'soon', phone: '030 12 34', color: 'red', progress: 101 };
    const rejected = refusedPaths(await submit(board, formId, wrong));
    expect(rejected.toSorted()).toEqual(['currency', 'phone', 'progress', 'timeline']);
  });

  it('400: no answer of the field could fit the column', async () => {
    const pairs: [object, string][] = [
      [{ type: 'email' }, 'number'],
      [{ type: 'number' }, 'status'],
      [{ type: 'number' }, 'email'],
      [{ type: 'checkbox' }, 'date'],
      [{ type: 'datetime' }, 'rating'],
      [{ type: 'textfield' }, 'people'],
      [{ type: 'hidden' }, 'link'],
      [{ type: 'textfield' }, 'file'],
      [{ type: 'file' }, 'text'],
      [{ type: 'textfield' }, 'auto_number'],
      [{ type: 'textfield' }, 'last_updated'],
    ];
    for (const [component, type] of pairs) {
      const columnId = await aColumn(type);
      const answer = await create([{ ...component, key: 'field' }], [toColumn('field', columnId)]);
      expect(refusedPaths(answer), `${JSON.stringify(component)} → ${type}`).toEqual(['mappings.0.columnId']);
    }
  });

  it('400 and 404: an option that does not fit the column, or that the author does not see', async () => {
    const status = await aColumn('status');
    const rejected = await create([{ ...select('Done', 'Later'), key: 'a' }], [toColumn('a', status)]);
    expect(refusedPaths(rejected)).toEqual(['schema.components.0.data.values.1']);
    const foreign = await aBoard();
    const people = await aColumn('people');
    const withPerson = (id: string) => create([{ ...select(id), key: 'a' }], [toColumn('a', people)]);
    expect((await withPerson(owner().userId)).status).toBe(200);
    expect(await lookOf(foreign.organization.owner.userId, withPerson)).toEqual(MISSING);
    const link = await aColumn('link');
    const withItem = (id: string) => create([{ ...select(id), key: 'a' }], [toColumn('a', link)]);
    expect(await lookOf(await anItem(foreign), withItem)).toEqual(MISSING);
    expect(refusedPaths(await withItem(await anItem(board)))).toEqual(['schema.components.0.data.values.0']);
  });

  it('the name and the description of the item', async () => {
    const formId = await aForm(board, {
      components: [
        SUBJECT,
        { ...select('bug'), key: 'kind', label: 'Kind <i>' },
        { type: 'textarea', key: 'details', label: 'Details' },
      ],
      mappings: [
        { formField: 'kind', target: 'item_name' },
        { formField: 'kind', target: 'item_description' },
        { formField: 'details', target: 'item_description' },
      ],
    });
    const item = await itemOf(await submit(board, formId, { kind: 'bug', details: '1 < 2\n\n&amp;' }));
    expect(item.name).toBe('The bug');
    expect(item.description).toBe(
      '<p><strong>Kind &lt;i&gt;</strong></p><p>The bug</p>' +
        '<p><strong>Details</strong></p><p>1 &lt; 2</p><p></p><p>&amp;amp;</p>',
    );
    const named = await aForm(board);
    expect(refusedPaths(await submit(board, named, { subject: 'x'.repeat(501) }))).toEqual(['subject']);
    expect((await itemOf(await submit(board, named, {}))).name).toMatch(/^Form \(/);
  });

  it('a board that has changed since: the submission is written without what no longer fits', async () => {
    const changing = await aBoard({
      project: board.project,
      groups: ['First', 'Second'],
      columns: [
        { name: 'Gone', type: 'text' },
        { name: 'Size', type: 'dropdown', config: { options: ['S', 'M'] } },
        { name: 'Who', type: 'people' },
        { name: 'Kept', type: 'text' },
      ],
    });
    const left = await changing.organization.addMember('member');
    const formId = await aForm(changing, {
      components: [
        SUBJECT,
        { ...select('S', 'M'), key: 'size', label: 'Size' },
        { ...select(left.userId, owner().userId), key: 'who', label: 'Who' },
      ],
      mappings: [
        toColumn('subject', changing.column('Gone')),
        toColumn('size', changing.column('Size')),
        toColumn('who', changing.column('Who')),
        { formField: 'subject', target: 'item_name' },
      ],
      settings: { groupId: changing.group('Second') },
    });
    const answers = { subject: 'Help', size: 'M', who: left.userId };
    expect((await submission(await submit(changing, formId, answers))).omitted).toEqual([]);

    const admin = changing.organization.owner.client;
    await made(admin, 'columns.delete', { id: changing.column('Gone') });
    await made(admin, 'columns.update', {
      id: changing.column('Size'),
      config: { options: ['S', 'L'] },
      reassignTo: 'S',
    });
    await made(admin, 'organizations.members.remove', { userId: left.userId });
    await made(admin, 'boards.groups.delete', {
      id: changing.group('Second'),
      moveItemsTo: changing.group('First'),
    });
    await made(admin, 'columns.update', { id: changing.column('Kept'), required: true });
    const answer = await submit(changing, formId, answers);
    expect(answer.status).toBe(200);
    const written = await submission(answer);
    expect(written.data).toEqual(answers);
    expect(written.omitted).toEqual([
      { formField: 'subject', columnId: changing.column('Gone'), reason: 'The column was deleted' },
      { formField: 'size', columnId: changing.column('Size'), reason: expect.any(String) },
      { formField: 'who', columnId: changing.column('Who'), reason: 'No such member' },
    ]);
    const item = await itemOf(answer);
    expect(item).toMatchObject({ name: 'Help', groupId: changing.group('First'), values: {} });

    await made(admin, 'boards.groups.delete', { id: changing.group('First') });
    const homeless = await submit(changing, formId, answers);
    expect(homeless.status).toBe(200);
    expect(await submission(homeless)).toMatchObject({ itemId: null, data: answers });
  });

  it('on a board with auto numbers and formulas that read them', async () => {
    const numbered = await aBoard({
      project: board.project,
      columns: [
        { name: 'No', type: 'auto_number' },
        { name: 'Twice', type: 'formula', config: { expression: '{No} * 2' } },
      ],
    });
    const formId = await aForm(numbered);
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(numbered, formId)));
    const values = await Promise.all(answers.map(async (answer) => (await itemOf(answer)).values));
    const numbers = values.map((each) => each[numbered.column('No')]).toSorted();
    expect(numbers).toEqual([1, 2, 3, 4]);
    for (const each of values) expect(each[numbered.column('Twice')]).toBe(each[numbered.column('No')] * 2);
    const { rows } = await board.organization.app.sql.query(
      `select distinct actor_id as actor from outbox where board_id = $1 and type = 'item.created'`,
      [numbered.id],
    );
    expect(rows).toEqual([{ actor: null }]);
  });

  it('a form continues when its author leaves, and is closed with its project', async () => {
    const author = await board.workspace.addMember();
    const formId = await aForm(board, { client: author.client });
    await made(owner().client, 'organizations.members.remove', { userId: author.userId });
    expect((await submit(board, formId)).status).toBe(200);

    const archived = await aBoard();
    const admin = archived.organization.owner.client;
    const inArchive = await aForm(archived);
    expect((await submit(archived, inArchive)).status).toBe(200);
    await made(admin, 'projects.archive', { id: archived.project.id });
    const events = await eventsDuring(archived.organization, async () => {
      expect((await submit(archived, inArchive)).status).toBe(409);
    });
    expect(events).toEqual([]);
    await made(admin, 'projects.restore', { id: archived.project.id });
    expect((await submit(archived, inArchive)).status).toBe(200);
    await made(admin, 'boards.delete', { id: archived.id });
    expect((await submit(archived, inArchive)).status).toBe(404);
  });
});
