import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  statusWithoutScope,
  ONLY_BUILDERS,
  statusesByRole,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aWorkspace, type TestWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('projects.create', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const create = (input: object, client = workspace.organization.owner.client) =>
    client.mutate('projects.create', { workspaceId: workspace.id, ...input });

  it('200: creates a project of the caller with a default board', async () => {
    const { userId, client } = workspace.organization.owner;
    const { status, data } = await create({ name: 'Website', description: 'All of it', icon: 'globe' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: 'Website',
      description: 'All of it',
      icon: 'globe',
      workspaceId: workspace.id,
      createdBy: userId,
      archivedAt: null,
      boards: [{ name: 'Main board', defaultView: 'table' }],
    });
    expect(data.id).toMatch(/^prj_[0-9A-Z]{26}$/);
    expect(data.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const { data: board } = await client.query('boards.get', { id: data.boards[0].id });
    expect(board).toMatchObject({
      projectId: data.id,
      groups: [{ name: 'New Group', position: 0, collapsed: false }],
      columns: [
        { name: 'Status', type: 'status', position: 0 },
        { name: 'People', type: 'people', position: 1 },
      ],
    });
  });

  it('200: writes one event for the project and one for its board', async () => {
    const { organization } = workspace;
    const events = await eventsDuring(organization, () => create({ name: 'Evented' }));
    expect(events.map(({ type }) => type)).toEqual(['project.created', 'board.created']);
    expect(events[0]).toMatchObject({
      actorId: organization.owner.userId,
      data: { project: { name: 'Evented' } },
    });
    expect(events[1]!.data.board).toMatchObject({ id: events[1]!.boardId, name: 'Main board' });
  });

  it.each([
    ['a missing name', {}, 'name'],
    ['a blank name', { name: ' \t ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['an invalid description', { name: 'A', description: 7 }, 'description'],
    ['an empty icon', { name: 'A', icon: '' }, 'icon'],
    ['an unknown key', { name: 'A', boards: [] }, 'boards'],
    ['an id of another noun', { name: 'A', workspaceId: newId('project') }, 'workspaceId'],
    ['an invalid template id', { name: 'A', templateId: 'kanban' }, 'templateId'],
    ['a NUL byte', { name: 'A\u0000' }, 'name'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(workspace.organization, async () => {
      expect(refusedPaths(await create(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => create({ name: 'No' }, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(workspace, (client) => create({ name: 'Maybe' }, client))).toEqual(
      ONLY_BUILDERS,
    );
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(workspace, 'write', (client) => create({ name: 'No' }, client))).toBe(
      403,
    );
  });

  it('404: an unknown template', async () => {
    const { status, error } = await create({ name: 'A', templateId: newId('template') });
    expect(status).toBe(404);
    expect(error!.message).toBe('No such template');
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (workspaceId) => create({ name: 'A', workspaceId }))).toEqual(MISSING);
  });

  it('404: a closed workspace that the caller has not joined', async () => {
    const { organization } = workspace;
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const { client } = await organization.addMember('member');
    expect(await lookOf(closed.id, (workspaceId) => create({ name: 'A', workspaceId }, client))).toEqual(
      MISSING,
    );
  });
});
