import { beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '../../../../src/event-catalogue';
import { EventPresenterService, type PresentedEvent } from '../../../../src/modules/events';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { causeEveryEvent, COLUMNS } from '../../../support/every-event';
import { recordOf } from '../../../support/caller-access';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aComment } from '../../../support/factories/comment.factory';
import { aForm, submit } from '../../../support/factories/form.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import type { TestProject } from '../../../support/factories/project.factory';
import { made } from '../../../support/factories/workspace.factory';
import { checkPublicData, loggedEvents, presentedEvents } from '../../../support/presented-events';

const PUBLIC = EVENTS.filter(({ publicData }) => publicData !== null).map(({ name }) => name);

describe('EventPresenterService', () => {
  let organization: TestOrganization;
  let project: TestProject;
  let board: TestBoard;
  beforeAll(async () => {
    organization = await anOrganization();
  });
  const call = (name: string, input: object) => made(organization.owner.client, name, input);
  const get = async (name: string, input: object) =>
    (await organization.owner.client.query(name, input)).data;

  let ids: Awaited<ReturnType<typeof causeEveryEvent>>;
  let presented: PresentedEvent[];
  beforeAll(async () => {
    ids = await causeEveryEvent(organization);
    ({ board, project } = ids);
    presented = await presentedEvents(organization);
  });
  // The wire is untyped here: specs assert on it.
  // oxlint-disable-next-line typescript/no-explicit-any
  const dataOf = (type: string, itemId?: string): any[] =>
    presented
      .filter(({ event }) => event.type === type && (itemId === undefined || event.itemId === itemId))
      .map(({ data }) => JSON.parse(JSON.stringify(data)) as object);
  const without = (record: object, ...fields: string[]) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

  it('presents every public event, each exactly as its definition says', () => {
    const types = new Set(presented.filter(({ data }) => data !== null).map(({ event }) => event.type));
    expect([...types].toSorted()).toEqual(PUBLIC.toSorted());
  });

  it('shows no internal event', () => {
    const internal = presented.filter(({ event }) => !PUBLIC.includes(event.type));
    expect(internal.length).toBeGreaterThan(0);
    expect(internal.filter(({ data }) => data !== null)).toEqual([]);
  });

  it('shows items as items.get does, also those on another board by now, and those in Trash', async () => {
    for (const id of [ids.itemId, ids.second]) {
      const record = without(await get('items.get', { id }), 'subItems', 'commentCount', 'fileCount');
      for (const type of ['item.created', 'item.moved', 'item.updated'])
        for (const { item } of dataOf(type, id)) expect(item).toEqual(record);
    }
    const { items } = await get('trash.list', { boardId: board.id });
    expect(dataOf('item.trashed', ids.trashed)[0].item).toMatchObject({
      ...without(items[0], 'trashedAt', 'trashedBy', 'purgeAt'),
      description: null,
    });
  });

  it('shows the values of a change in the form of the API', async () => {
    const { values } = await get('items.get', { id: ids.itemId });
    const changes = new Map(dataOf('value.changed', ids.itemId).map((data) => [data.columnId, data]));
    for (const name of ['Text', 'Stage', 'Size', 'Double', 'Files', 'Assignees']) {
      const columnId = board.column(name);
      expect(changes.get(columnId), name).toMatchObject({ columnId, value: values[columnId] });
      expect(changes.get(columnId).item.values).toEqual(values);
    }
    expect(changes.get(board.column('Stage'))).toMatchObject({
      value: { id: expect.stringMatching(/^lbl_/), label: 'Done', color: expect.stringMatching(/^#/) },
      previousValue: null,
    });
    expect(changes.get(board.column('Text')).previousValue).toBe('given');
    expect(changes.get(board.column('Double'))).toMatchObject({ value: 14, previousValue: 8 });
    expect(changes.get(board.column('Files')).value[0].url).toMatch(/^http:\/\/.*\/api\/files\/file_/);
  });

  it('shows no value of a column that no longer exists', () => {
    const change = dataOf('value.changed', ids.itemId).find(({ columnId }) => columnId === ids.columnId);
    expect(Object.keys(change).toSorted()).toEqual(['columnId', 'item']);
    expect(JSON.stringify(dataOf('value.changed', ids.itemId))).not.toContain('"lost"');
  });

  it('shows comments as comments.list does', async () => {
    const { comments } = await get('comments.list', { itemId: ids.itemId });
    const created = dataOf('comment.created', ids.itemId).map(({ comment }) => comment);
    expect(comments).toHaveLength(2);
    for (const comment of comments) expect(created).toContainEqual(comment);
    expect(comments.some(({ attachments }: { attachments: object[] }) => attachments.length === 1)).toBe(
      true,
    );
    expect(dataOf('comment.updated')[0].comment).toEqual(
      comments.find(({ id }: { id: string }) => id === ids.commentId),
    );
  });

  it('shows boards, groups, columns, forms and submissions as they are now', async () => {
    const record = recordOf(await get('boards.get', { id: board.id }));
    expect(dataOf('board.updated')[0].board).toEqual(record);
    expect(dataOf('board.created').map((data) => data.board)).toContainEqual(record);
    const reordered = dataOf('group.reordered')[0].groups;
    expect(reordered.slice(1)).toEqual(record.groups);
    expect(Object.keys(reordered[0])).toEqual(['id']);
    const { submissions } = await get('forms.submissions.list', { formId: ids.formId });
    expect(dataOf('form.submitted')[0]).toEqual({
      form: { id: ids.formId, name: 'Better name', status: 'published' },
      submission: submissions[0],
    });
    expect(dataOf('member.invited')[0].invitation).toMatchObject({ email: 'invited@example.com' });
  });

  it('shows only ids of what was deleted, in the deletion and in every event before it', () => {
    const item = { id: ids.purged, boardId: board.id };
    const about = presented.filter(({ event }) => event.itemId === ids.purged);
    for (const type of [
      'item.created',
      'item.archived',
      'item.restored',
      'item.trashed',
      'item.deleted',
      'item.updated',
    ])
      expect(dataOf(type, ids.purged), type).toEqual([{ item }]);
    expect(dataOf('value.changed', ids.purged)).toEqual([{ columnId: board.column('Text'), item }]);
    expect(dataOf('comment.created', ids.purged)).toEqual([
      { comment: { id: expect.stringMatching(/^cmt_/), itemId: ids.purged } },
    ]);
    expect(JSON.stringify(about.map(({ data }) => data))).not.toMatch(/secret|Purged/i);
    expect(dataOf('column.deleted')).toEqual([{ column: { id: ids.columnId, boardId: board.id } }]);
    expect(dataOf('board.deleted')).toEqual([
      { board: { id: expect.stringMatching(/^brd_/), projectId: project.id } },
    ]);
    expect(dataOf('form.deleted')).toEqual([{ form: { id: expect.stringMatching(/^frm_/) } }]);
    expect(dataOf('member.removed')).toEqual([
      { member: { id: expect.stringMatching(/^usr_/) }, reassignTo: null },
    ]);
    expect(dataOf('item.removed')).toEqual([
      { groupId: board.groupIds[1], item: { id: ids.second, boardId: board.id } },
    ]);
  });

  it('shows no comment of an item in Trash', () => {
    expect(dataOf('comment.created', ids.trashed)).toEqual([
      { comment: { id: expect.stringMatching(/^cmt_/), itemId: ids.trashed } },
    ]);
  });

  it('reads a batch with one statement for each noun and board', async () => {
    const events = await loggedEvents(organization);
    const presenter = organization.app.nest.get(EventPresenterService, { strict: false });
    const database = organization.app.nest.get(Database);
    const query = database.query.bind(database);
    const context = { ...NO_TRANSACTION, organizationId: organization.id };
    const names: string[] = [];
    database.query = (given, statement, values) => {
      if (given === context) names.push(statement.name.replace(/:.*/, ''));
      return query(given, statement, values);
    };
    try {
      await presenter.present(context, [...events, ...events]);
    } finally {
      database.query = query;
    }
    const boards = new Set(events.map(({ boardId }) => boardId)).size;
    expect(names.filter((name) => name === 'hierarchy.board').length).toBeLessThanOrEqual(boards);
    const others = names.filter((name) => name !== 'hierarchy.board');
    expect(others.toSorted()).toEqual([...new Set(others)].toSorted());
    expect(others.length).toBeLessThanOrEqual(8);
  });

  it('shows only ids of what a deleted board contained', async () => {
    const doomed = await aBoard({ organization, project, columns: COLUMNS });
    const last = (await loggedEvents(organization)).at(-1)!.sequence;
    const itemId = await anItem(doomed, { name: 'Hidden', values: { [doomed.column('Text')]: 'hidden' } });
    await call('items.setValue', { itemId, columnId: doomed.column('Text'), value: 'hidden too' });
    await aComment(doomed, itemId, { body: 'hidden' });
    const formId = await aForm(doomed, { name: 'Hidden' });
    await submit(doomed, formId, { subject: 'hidden' });
    await call('boards.delete', { id: doomed.id });
    const after = await presentedEvents(organization, last);
    expect(after.length).toBeGreaterThan(5);
    for (const { event, data } of after) checkPublicData(event.type, data);
    expect(JSON.stringify(after.map(({ data }) => data))).not.toMatch(/hidden/i);
  });
});
