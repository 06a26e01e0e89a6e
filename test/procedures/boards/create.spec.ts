import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { recordOf } from '../../support/caller-access';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('boards.create', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
  });
  const create = (input: object, client = project.organization.owner.client) =>
    client.mutate('boards.create', { projectId: project.id, ...input });

  it("200: without groups and columns one group 'New Group', a Status and a People column", async () => {
    const { client, userId } = project.organization.owner;
    const { status, data } = await create({ name: 'Plain' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: 'Plain',
      projectId: project.id,
      defaultView: 'table',
      createdBy: userId,
      groups: [{ name: 'New Group', position: 0, collapsed: false }],
      columns: [
        { name: 'Status', type: 'status', position: 0, width: 150, required: false, boardId: data.id },
        { name: 'People', type: 'people', position: 1, width: 150, required: false, boardId: data.id },
      ],
    });
    expect(data.id).toMatch(/^brd_[0-9A-Z]{26}$/);
    expect(data.groups[0].id).toMatch(/^grp_[0-9A-Z]{26}$/);
    expect(data.groups[0].color).toMatch(/^#[0-9A-F]{6}$/);
    expect(data.columns[0].config.labels.map(({ name }: { name: string }) => name)).toEqual([
      'To Do',
      'In Progress',
      'Done',
    ]);
    expect(recordOf((await client.query('boards.get', { id: data.id })).data)).toEqual(data);
  });

  it('200: the given view, groups and columns, in the given order; missing colors are assigned', async () => {
    const { data } = await create({
      name: 'Given',
      defaultView: 'timeline',
      groups: [{ name: 'One', color: '#123abc' }, { name: 'Two' }, { name: 'One' }],
      columns: [
        { name: 'Cost', type: 'currency', config: { currency: 'EUR' } },
        { name: 'Due', type: 'date' },
      ],
    });
    expect(data.defaultView).toBe('timeline');
    expect(data.groups).toMatchObject([
      { name: 'One', color: '#123abc', position: 0 },
      { name: 'Two', position: 1 },
      { name: 'One', position: 2 },
    ]);
    expect(data.groups[1].color).not.toBe(data.groups[2].color);
    expect(data.columns).toMatchObject([
      { name: 'Cost', type: 'currency', position: 0, config: { currency: 'EUR' } },
      { name: 'Due', type: 'date', position: 1 },
    ]);
  });

  it('200: empty lists create an empty board', async () => {
    const { data } = await create({ name: 'Empty', groups: [], columns: [] });
    expect(data).toMatchObject({ groups: [], columns: [] });
  });

  it('200: 100 groups and 200 columns', async () => {
    const groups = Array.from({ length: 100 }, (_, number) => ({ name: `Group ${number}` }));
    const columns = Array.from({ length: 200 }, (_, number) => ({ name: `Column ${number}`, type: 'text' }));
    const { status, data } = await create({ name: 'Large', groups, columns });
    expect(status).toBe(200);
    expect(data.groups.map(({ name }: { name: string }) => ({ name }))).toEqual(groups);
    expect(data.columns.at(-1)).toMatchObject({ name: 'Column 199', position: 199 });
  });

  it('200: writes one event with the board whole', async () => {
    let board: { id: string } | undefined;
    const events = await eventsDuring(project.organization, async () => {
      board = (await create({ name: 'Evented' })).data;
    });
    expect(events).toEqual([
      {
        type: 'board.created',
        boardId: board!.id,
        actorId: project.organization.owner.userId,
        data: { board },
      },
    ]);
  });

  it.each([
    ['a missing name', {}, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['an invalid view', { name: 'A', defaultView: 'kanban' }, 'defaultView'],
    ['groups that are no list', { name: 'A', groups: { name: 'B' } }, 'groups'],
    ['101 groups', { name: 'A', groups: Array.from({ length: 101 }, () => ({ name: 'G' })) }, 'groups'],
    ['a group without a name', { name: 'A', groups: [{ name: 'B' }, {}] }, 'groups.1.name'],
    ['a group with an invalid color', { name: 'A', groups: [{ name: 'B', color: 'red' }] }, 'groups.0.color'],
    ['a group with a position', { name: 'A', groups: [{ name: 'B', position: 0 }] }, 'groups.0.position'],
    [
      '201 columns',
      { name: 'A', columns: Array.from({ length: 201 }, () => ({ name: 'C', type: 'text' })) },
      'columns',
    ],
    ['a column without a type', { name: 'A', columns: [{ name: 'C' }] }, 'columns.0.type'],
    [
      'a column of no known type',
      {
        name: 'A',
        columns: [
          { name: 'B', type: 'text' },
          { name: 'C', type: 'constructor' },
        ],
      },
      'columns.1.type',
    ],
    [
      'a column whose config is refused',
      { name: 'A', columns: [{ name: 'C', type: 'rating', config: { maxRating: -1 } }] },
      'columns.0.config.maxRating',
    ],
    ['an unknown key', { name: 'A', workspaceId: 'wsp_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'workspaceId'],
    ['an invalid template id', { name: 'A', templateId: 7 }, 'templateId'],
    ['a lone surrogate in a group', { name: 'A', groups: [{ name: '\ud800' }] }, 'groups.0.name'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(project.organization, async () => {
      expect(refusedPaths(await create(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(project.workspace, (client) => create({ name: 'No' }, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    const statuses = await statusesByRole(project.workspace, (client) => create({ name: 'Maybe' }, client));
    expect(statuses).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    const { workspace } = project;
    expect(await statusWithoutScope(workspace, 'write', (client) => create({ name: 'No' }, client))).toBe(
      403,
    );
  });

  it('404: an unknown template', async () => {
    const { status, error } = await create({ name: 'A', templateId: newId('template') });
    expect([status, error!.message]).toEqual([404, 'No such template']);
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (projectId) => create({ name: 'A', projectId }))).toEqual(MISSING);
  });
});
