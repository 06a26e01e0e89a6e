import { beforeAll, describe, expect, it } from 'vitest';
import { columnExamples, type ExampleWorld } from '../../support/column-examples';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { aTemplate } from '../../support/factories/template.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

const KANBAN = `tpl_${'1'.padStart(26, '0')}`;

const namesOf = (records: { name: string }[]) => records.map(({ name }) => name);
const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

describe('boards.create with a template', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
  });
  const create = (input: object, client = project.organization.owner.client) =>
    client.mutate('boards.create', { projectId: project.id, name: 'Made', ...input });

  it('200: groups and columns of the template with new ids, and one event', async () => {
    const { client, userId } = project.organization.owner;
    const original = await aBoard({ project, groups: ['One', 'Two'] });
    await made(client, 'boards.update', { id: original.id, defaultView: 'calendar' });
    const sized = { boardId: original.id, name: 'Size', type: 'dropdown', width: 300, required: true };
    await made(client, 'columns.create', { ...sized, config: { options: ['S', 'M'] }, defaultValue: 'M' });
    const { id: templateId } = await aTemplate({ board: original });
    let board: { id: string; groups: { id: string }[]; columns: { id: string }[] } | undefined;
    const events = await eventsDuring(project.organization, async () => {
      board = (await create({ templateId })).data;
    });
    expect(board).toMatchObject({
      name: 'Made',
      projectId: project.id,
      defaultView: 'calendar',
      createdBy: userId,
      groups: [
        { name: 'One', color: original.record.groups[0].color, position: 0, collapsed: false },
        { name: 'Two', position: 1 },
      ],
      columns: [
        { name: 'Status', position: 0, boardId: board!.id },
        { name: 'People', position: 1 },
        { name: 'Size', position: 2, width: 300, required: true, defaultValue: 'M' },
      ],
    });
    const { data: now } = await client.query('boards.get', { id: original.id });
    const shared = [...idsOf(board!.groups), ...idsOf(board!.columns)].filter((id) =>
      [...idsOf(now.groups), ...idsOf(now.columns)].includes(id),
    );
    expect(shared).toEqual([]);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'board.created', data: { board } },
    ]);
  });

  it('200: a default label is a label of the new column', async () => {
    const { client } = project.organization.owner;
    const labels = [{ name: 'New' }, { name: 'Old' }];
    const original = await aBoard({
      project,
      columns: [{ name: 'Age', type: 'status', config: { labels, defaultLabelId: 'New' } }],
    });
    const column = { boardId: original.id, name: 'Tag', type: 'label', config: { labels } };
    await made(client, 'columns.create', { ...column, defaultValue: ['Old'] });
    const { id: templateId } = await aTemplate({ board: original });
    const { data: board } = await create({ templateId });
    const [age, tag] = board.columns;
    const item = await made(client, 'items.create', {
      boardId: board.id,
      groupId: board.groups[0].id,
      name: 'Item',
    });
    expect(item.values[age.id]).toMatchObject({ id: age.config.defaultLabelId, label: 'New' });
    expect(item.values[tag.id]).toMatchObject([{ id: tag.config.labels[1].id, label: 'Old' }]);
    expect(age.config.labels[0].id).not.toBe(original.record.columns[0].config.labels[0].id);
  });

  it('200: each built-in template creates a board that accepts items', async () => {
    const { client } = project.organization.owner;
    const { data } = await client.query('templates.list', {});
    const builtIn = data.templates.filter(({ isBuiltIn }: { isBuiltIn: boolean }) => isBuiltIn);
    expect(builtIn).toHaveLength(7);
    for (const { id: templateId, name } of builtIn) {
      const board = await made(client, 'boards.create', { projectId: project.id, name, templateId });
      const { data: template } = await client.query('templates.get', { id: templateId });
      expect(namesOf(board.groups)).toEqual(namesOf(template.boards[0].groups));
      expect(namesOf(board.columns)).toEqual(namesOf(template.boards[0].columns));
      const input = { boardId: board.id, groupId: board.groups[0].id, name: 'Item' };
      expect((await client.mutate('items.create', input)).status).toBe(200);
    }
  });

  it('200: a formula computes from the columns of the new board', async () => {
    const { client } = project.organization.owner;
    const original = await aBoard({ project, columns: [{ name: 'Price', type: 'number' }] });
    const doubled = { boardId: original.id, name: 'Doubled', type: 'formula' };
    await made(client, 'columns.create', { ...doubled, config: { expression: '{Price} * 2' } });
    const { id: templateId } = await aTemplate({ board: original });
    const { data: template } = await client.query('templates.get', { id: templateId });
    expect(template.boards[0].columns[1].config).toEqual({ expression: '{Price} * 2' });
    const { data: board } = await create({ templateId });
    const [price, double] = board.columns;
    expect(double.config).toEqual({ expression: '{Price} * 2' });
    const input = { boardId: board.id, groupId: board.groups[0].id, name: 'Item' };
    const item = await made(client, 'items.create', { ...input, values: { [price.id]: 21 } });
    expect(item.values[double.id]).toBe(42);
  });

  it('200: columns of every type, whatever their configs refer to, and any name', async () => {
    const { client, userId } = project.organization.owner;
    const other = await aBoard({ project, columns: [{ name: 'Sum', type: 'number' }] });
    const own = await aBoard({
      project,
      columns: [{ name: 'Link', type: 'link', config: { boardIds: [other.id] } }],
    });
    const world: ExampleWorld = {
      userId,
      otherBoardId: other.id,
      otherItemId: await anItem(other),
      otherColumnId: other.column('Sum'),
      linkColumnId: own.column('Link'),
      itemId: await anItem(own),
    };
    const examples = Object.entries(columnExamples((pattern) => expect.stringMatching(pattern)));
    for (const [type, { plain, config, value }] of examples) {
      await made(client, 'columns.create', {
        boardId: own.id,
        name: `{{${type}}} '"\\<b>%s\u202e`,
        type,
        config: config?.(world) ?? plain,
        ...(value ? { defaultValue: value(world) } : {}),
      });
    }
    const name = `'; drop table boards; -- {{constructor}} __proto__ \\ 🚀`;
    const template = await made(client, 'templates.create', { boardId: own.id, name });
    expect(template.name).toBe(name);
    const { status, data } = await create({ projectId: project.id, templateId: template.id }, client);
    expect(status).toBe(200);
    const shape = (columns: { name: string; type: string }[]) =>
      columns.map((each) => [each.name, each.type]);
    const { data: original } = await client.query('boards.get', { id: own.id });
    expect(shape(data.columns)).toEqual(shape(original.columns));
    const taken = { boardId: data.id, groupId: data.groups[0].id, name: 'First' };
    expect((await client.mutate('items.create', taken)).status).toBe(200);
    // Nothing of the copy leads to ids of the original.
    const ids = [own.id, ...original.columns.map(({ id }: { id: string }) => id)];
    for (const id of ids) expect(JSON.stringify(data)).not.toContain(id);
  });

  it('404: a deleted template, also when it is deleted at the same time', async () => {
    const { client } = project.organization.owner;
    const board = await aBoard({ project });
    const template = await made(client, 'templates.create', { boardId: board.id, name: 'Short-lived' });
    const input = { templateId: template.id };
    const [deleted, ...created] = await Promise.all([
      client.mutate('templates.delete', { id: template.id }),
      ...Array.from({ length: 4 }, () => create(input, client)),
    ]);
    expect(deleted!.status).toBe(200);
    // Each created everything, or nothing.
    const outcomes = created.map(({ status, data }) => (status === 200 ? data.columns.length : status));
    expect(outcomes.filter((each) => ![404, board.record.columns.length].includes(each))).toEqual([]);
    expect((await create(input, client)).status).toBe(404);
  });

  it('200: two boards of one template have no id in common', async () => {
    const [first, second] = [await create({ templateId: KANBAN }), await create({ templateId: KANBAN })];
    const madeIds = (board: unknown) => JSON.stringify(board).match(/(grp|col|lbl|brd)_[0-9A-Z]{26}/g)!;
    const ids = madeIds(second.data);
    expect(madeIds(first.data).filter((id) => ids.includes(id))).toEqual([]);
  });

  it('200: given view, groups and columns replace the template’s, each as a whole', async () => {
    const groups = [{ name: 'Mine' }];
    const columns = [{ name: 'Cost', type: 'currency' }];
    const { data: viewed } = await create({ templateId: KANBAN, defaultView: 'visual' });
    expect(viewed.defaultView).toBe('visual');
    const { data: grouped } = await create({ templateId: KANBAN, groups });
    expect(namesOf(grouped.groups)).toEqual(['Mine']);
    expect(namesOf(grouped.columns)).toContain('Assignees');
    const { data: bare } = await create({ templateId: KANBAN, columns });
    expect(namesOf(bare.groups)).toContain('Backlog');
    expect(namesOf(bare.columns)).toEqual(['Cost']);
    const { data: empty } = await create({ templateId: KANBAN, groups: [], columns: [] });
    expect([empty.groups, empty.columns]).toEqual([[], []]);
  });

  it('400: a template of a project', async () => {
    const { client } = project.organization.owner;
    const { id: templateId } = await made(client, 'templates.create', {
      projectId: project.id,
      name: 'Whole',
    });
    const written = await eventsDuring(project.organization, async () => {
      expect(refusedPaths(await create({ templateId }))).toEqual(['templateId']);
    });
    expect(written).toEqual([]);
  });

  it("404: another organization's template looks exactly like a missing one", async () => {
    const other = await aTemplate();
    expect(await lookOf(other.id, (templateId) => create({ templateId }))).toEqual(MISSING);
  });
});
