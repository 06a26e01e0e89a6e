import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import type { WireAnswer } from '../../support/client';
import { recordOf } from '../../support/caller-access';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

type Wire = WireAnswer['data'];

interface Named {
  id: string;
  name: string;
}

const named = <T extends Named>(records: T[], name: string): T => records.find((each) => each.name === name)!;

/** Two boards whose link columns lead to each other, with items that are linked, a sub-item and one in Trash. */
async function linkedProject() {
  const project = await aProject({ name: 'Original' });
  const { client } = project.organization.owner;
  const columns = [
    { name: 'Stage', type: 'status' },
    { name: 'Cost', type: 'number' },
  ];
  const tasks = await aBoard({ project, name: 'Tasks', groups: ['Now', 'Later'], columns });
  const goals = await aBoard({
    project,
    name: 'Goals',
    groups: ['All'],
    columns: [{ name: 'Tasks', type: 'link', config: { boardIds: [tasks.id] } }],
  });
  const goalsColumn = { boardId: tasks.id, name: 'Goals', type: 'link', config: { boardIds: [goals.id] } };
  const toGoals = await made(client, 'columns.create', goalsColumn);
  const lookup = {
    linkColumnId: goals.column('Tasks'),
    targetColumnId: tasks.column('Cost'),
    aggregate: 'sum',
  };
  await made(client, 'columns.create', { boardId: goals.id, name: 'Total', type: 'lookup', config: lookup });
  const stage = named<Named & { config: { labels: Named[] } }>(tasks.record.columns, 'Stage');
  const done = named(stage.config.labels, 'Done');
  const goal = await made(client, 'items.create', {
    boardId: goals.id,
    groupId: goals.group('All'),
    name: 'Goal',
  });
  const item = async (name: string, more: object = {}) =>
    made(client, 'items.create', { boardId: tasks.id, groupId: tasks.group('Later'), name, ...more });
  const first = await item('First', {
    values: {
      [tasks.column('Stage')]: { id: done.id },
      [tasks.column('Cost')]: 12,
      [toGoals.id]: [goal.id],
    },
  });
  await item('Second');
  await item('Sub', { parentId: first.id });
  await made(client, 'items.delete', { id: (await item('Trashed')).id });
  await made(client, 'items.setValue', {
    itemId: goal.id,
    columnId: goals.column('Tasks'),
    value: [first.id],
  });
  return { project, tasks, goals, toGoals, done };
}

describe('projects.duplicate', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject({ name: 'Plain' });
  });
  const duplicate = (input: object = {}, client = project.organization.owner.client) =>
    client.mutate('projects.duplicate', { id: project.id, ...input });

  it("200: a live project of the caller, named with ' (Copy)', in the same workspace", async () => {
    const { workspace, organization } = await aProject();
    const input = { workspaceId: workspace.id, name: 'Plan', description: 'Why', icon: 'star' };
    const original = await made(organization.owner.client, 'projects.create', input);
    await made(organization.owner.client, 'projects.archive', { id: original.id });
    const caller = await workspace.addMember('member');
    const { status, data } = await caller.client.mutate('projects.duplicate', { id: original.id });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: 'Plan (Copy)',
      description: 'Why',
      icon: 'star',
      workspaceId: workspace.id,
      createdBy: caller.userId,
      archivedAt: null,
      boards: [{ name: 'Main board', defaultView: 'table' }],
    });
    expect(data.id).not.toBe(original.id);
    expect(data.boards[0].id).not.toBe(original.boards[0].id);
    expect(recordOf((await caller.client.query('projects.get', { id: data.id })).data)).toEqual(data);
  });

  it('200: a given name; a name that would be too long is truncated, never within a character', async () => {
    expect((await duplicate({ name: 'Mine' })).data.name).toBe('Mine');
    const names = ['x'.repeat(100), `${'x'.repeat(92)}😀😀`, `${'x'.repeat(90)}   tail`];
    const copies = ['x'.repeat(93), 'x'.repeat(92), 'x'.repeat(90)];
    for (const [index, name] of names.entries()) {
      const { id, organization } = await aProject({ name });
      const { data } = await organization.owner.client.mutate('projects.duplicate', { id });
      expect(data.name).toBe(`${copies[index]} (Copy)`);
    }
  });

  it('200: boards with groups, columns and configs; references within the project refer to the copies', async () => {
    const { project: original, tasks, goals } = await linkedProject();
    const { client } = original.organization.owner;
    const before = (await client.query('boards.get', { id: tasks.id })).data;
    const copy = await made(client, 'projects.duplicate', { id: original.id });
    expect(copy.boards.map(({ name }: Named) => name)).toEqual(['Main board', 'Tasks', 'Goals']);
    const board = async (name: string) =>
      (await client.query('boards.get', { id: named<Named>(copy.boards, name).id })).data;
    const [tasksCopy, goalsCopy] = [await board('Tasks'), await board('Goals')];
    const shape = ({ name, color, position }: { name: string; color: string; position: number }) => ({
      name,
      color,
      position,
    });
    expect(tasksCopy.groups.map(shape)).toEqual(before.groups.map(shape));
    const heads = (columns: (Named & { type: string })[]) =>
      columns.map(({ name, type }) => ({ name, type }));
    expect(heads(tasksCopy.columns)).toEqual(heads(before.columns));
    expect(named<Wire>(tasksCopy.columns, 'Goals').config.boardIds).toEqual([goalsCopy.id]);
    expect(named<Wire>(goalsCopy.columns, 'Tasks').config.boardIds).toEqual([tasksCopy.id]);
    expect(named<Wire>(goalsCopy.columns, 'Total').config).toMatchObject({
      linkColumnId: named<Wire>(goalsCopy.columns, 'Tasks').id,
      targetColumnId: named<Wire>(tasksCopy.columns, 'Cost').id,
    });
    const labels = (columns: Wire[]) =>
      named<Wire>(columns, 'Stage').config.labels.map((label: Named) => label.id);
    expect(labels(tasksCopy.columns)).toHaveLength(3);
    for (const label of labels(tasksCopy.columns)) expect(labels(before.columns)).not.toContain(label);
    // Nothing of the original is named anywhere in the copies, and nothing of the original has changed.
    const ids = [tasks.id, goals.id, ...tasks.groupIds, ...tasks.columnIds, ...goals.columnIds];
    const text = JSON.stringify([tasksCopy, goalsCopy]);
    for (const id of ids) expect(text).not.toContain(id);
    expect((await client.query('boards.get', { id: tasks.id })).data).toEqual(before);
    const { data: items } = await client.query('items.list', { boardId: tasksCopy.id });
    expect(items.items).toEqual([]);
  });

  it('200: a link to a board outside the project is unchanged', async () => {
    const outside = await aBoard();
    const { organization } = outside;
    const inside = await aProject({ workspace: outside.workspace });
    await aBoard({
      project: inside,
      name: 'Inside',
      columns: [{ name: 'Out', type: 'link', config: { boardIds: [outside.id] } }],
    });
    const copy = await made(organization.owner.client, 'projects.duplicate', { id: inside.id });
    const { data } = await organization.owner.client.query('boards.get', {
      id: named<Named>(copy.boards, 'Inside').id,
    });
    expect(data.columns[0].config.boardIds).toEqual([outside.id]);
  });

  it('200: links within the project refer to copies; links to items that are not copied are omitted', async () => {
    const { project: original, tasks, goals } = await linkedProject();
    const { client } = original.organization.owner;
    const outside = await aBoard({ workspace: original.workspace, columns: [] });
    const links = { boardId: goals.id, name: 'Links', type: 'link' };
    const { id: column } = await made(client, 'columns.create', links);
    const live = await anItem(tasks, { name: 'Live' });
    const archived = await anItem(tasks, { name: 'Archived' });
    const far = await anItem(outside, { name: 'Far' });
    await anItem(goals, { name: 'Linked', values: { [column]: [archived, far, live] } });
    await anItem(goals, { name: 'Lost', values: { [column]: [archived] } });
    await made(client, 'items.archive', { id: archived });
    const copy = await made(client, 'projects.duplicate', { id: original.id, includeItems: true });
    const itemsOf = async (name: string) => {
      const { id } = named<Named>(copy.boards, name);
      const { data: board } = await client.query('boards.get', { id });
      return { board, items: (await client.query('items.list', { boardId: id })).data.items };
    };
    const { board, items } = await itemsOf('Goals');
    const copied = named<Named>((await itemsOf('Tasks')).items, 'Live').id;
    const value = (name: string) =>
      named<Wire>(items, name).values[named<Named>(board.columns, 'Links').id] ?? null;
    expect(copied).not.toBe(live);
    expect(value('Linked')).toEqual([far, copied]);
    expect(value('Lost')).toBeNull();
  });

  it('200: with includeItems the live items too, with their values, order and sub-items', async () => {
    const { project: original, done } = await linkedProject();
    const { client } = original.organization.owner;
    const copy = await made(client, 'projects.duplicate', { id: original.id, includeItems: true });
    const read = async (name: string) => {
      const { id } = named<Named>(copy.boards, name);
      const { data: board } = await client.query('boards.get', { id });
      const { data } = await client.query('items.list', { boardId: id });
      return { board, items: data.items };
    };
    const [tasks, goals] = [await read('Tasks'), await read('Goals')];
    expect(tasks.items.map(({ name, position }: Wire) => ({ name, position }))).toEqual([
      { name: 'First', position: 0 },
      { name: 'Second', position: 1 },
    ]);
    const [first] = tasks.items;
    expect(first.groupId).toBe(named<Named>(tasks.board.groups, 'Later').id);
    const valueOf = (item: Wire, board: Wire, column: string) =>
      item.values[named<Named>(board.columns, column).id];
    expect(valueOf(first, tasks.board, 'Cost')).toBe(12);
    expect(valueOf(first, tasks.board, 'Stage')).toMatchObject({ label: 'Done' });
    expect(valueOf(first, tasks.board, 'Stage').id).not.toBe(done.id);
    expect(valueOf(first, tasks.board, 'Goals')).toEqual([goals.items[0].id]);
    expect(valueOf(goals.items[0], goals.board, 'Tasks')).toEqual([first.id]);
    const { data: whole } = await client.query('items.get', { id: first.id });
    expect(whole.subItems.map(({ name }: Named) => name)).toEqual(['Sub']);
    const { data: listed } = await client.query('projects.list', { workspaceId: original.workspace.id });
    expect(listed.projects.map(({ itemCount }: Wire) => itemCount)).toEqual([3, 3]);
  });

  it('200: writes the events of the project and of each board', async () => {
    const { id, organization } = await aProject();
    const events = await eventsDuring(organization, () =>
      made(organization.owner.client, 'projects.duplicate', { id, includeAutomations: false }),
    );
    expect(events.map(({ type }) => type)).toEqual(['project.created', 'board.created']);
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['includeItems that is no boolean', { includeItems: 'yes' }, 'includeItems'],
    ['includeAutomations that is no boolean', { includeAutomations: 1 }, 'includeAutomations'],
    ['an unknown key', { workspaceId: 'wsp_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'workspaceId'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(project.organization, async () => {
      expect(refusedPaths(await duplicate(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(project.workspace, (client) => duplicate({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    const statuses = await statusesByRole(project.workspace, (client) => duplicate({}, client));
    expect(statuses).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(project.workspace, 'write', (client) => duplicate({}, client))).toBe(403);
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (id) => duplicate({ id }))).toEqual(MISSING);
  });

  it('404: a project in a closed workspace that the caller has not joined', async () => {
    const { organization } = project;
    const closed = await aProject({ workspace: await aWorkspace({ organization, visibility: 'closed' }) });
    const { client } = await organization.addMember('member');
    expect(await lookOf(closed.id, (id) => duplicate({ id }, client))).toEqual(MISSING);
  });
});
