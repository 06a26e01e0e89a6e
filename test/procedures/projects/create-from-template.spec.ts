import { beforeAll, describe, expect, it } from 'vitest';
import { recordOf } from '../../support/caller-access';
import { aBoard } from '../../support/factories/board.factory';
import { aProject } from '../../support/factories/project.factory';
import { aTemplate } from '../../support/factories/template.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING } from '../../support/refusals';

const KANBAN = `tpl_${'1'.padStart(26, '0')}`;

describe('projects.create with a template', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const create = (input: object, client = workspace.organization.owner.client) =>
    client.mutate('projects.create', { workspaceId: workspace.id, name: 'Made', ...input });

  it('200: a template of a board becomes the default board, with its name', async () => {
    const { client } = workspace.organization.owner;
    const { status, data } = await create({ templateId: KANBAN });
    expect(status).toBe(200);
    expect(data.boards).toMatchObject([{ name: 'Kanban', defaultView: 'board' }]);
    const { data: board } = await client.query('boards.get', { id: data.boards[0].id });
    expect(board.projectId).toBe(data.id);
    expect(board.groups).toHaveLength(5);
  });

  it('200: a template of a project creates its boards, with an event each', async () => {
    const original = await aProject({ workspace });
    const { client } = workspace.organization.owner;
    await aBoard({ project: original, name: 'Second' });
    const { id: templateId } = await made(client, 'templates.create', {
      projectId: original.id,
      name: 'Two boards',
    });
    const events = await eventsDuring(workspace.organization, async () => {
      const { data } = await create({ templateId });
      expect(data.boards.map(({ name }: { name: string }) => name)).toEqual(['Main board', 'Second']);
      expect(recordOf((await client.query('projects.get', { id: data.id })).data)).toEqual(data);
    });
    expect(events.map(({ type }) => type)).toEqual(['project.created', 'board.created', 'board.created']);
  });

  it('200: references between boards refer to the new ones', async () => {
    const original = await aProject({ workspace });
    const { client } = workspace.organization.owner;
    const columns = [{ name: 'Price', type: 'number' }];
    const parts = await aBoard({ project: original, name: 'Parts', columns });
    const link = { name: 'Parts', type: 'link', config: { boardIds: [parts.id] } };
    const orders = await aBoard({ project: original, name: 'Orders', columns: [link] });
    await made(client, 'columns.create', {
      boardId: orders.id,
      name: 'Total',
      type: 'lookup',
      config: {
        linkColumnId: orders.column('Parts'),
        targetColumnId: parts.column('Price'),
        aggregate: 'sum',
      },
    });
    const { id: templateId } = await made(client, 'templates.create', {
      projectId: original.id,
      name: 'Shop',
    });
    const { data: project } = await create({ templateId });
    const [, newParts, newOrders] = await Promise.all(
      project.boards.map(async ({ id }: { id: string }) => (await client.query('boards.get', { id })).data),
    );
    expect(newOrders.columns[0].config).toEqual({ boardIds: [newParts.id] });
    expect(newOrders.columns[1].config).toMatchObject({
      linkColumnId: newOrders.columns[0].id,
      targetColumnId: newParts.columns[0].id,
      aggregate: 'sum',
    });
  });

  it('200: a template of a project without boards creates the default board', async () => {
    const original = await aProject({ workspace });
    const { client } = workspace.organization.owner;
    await made(client, 'boards.delete', { id: original.defaultBoardId });
    const { id: templateId } = await made(client, 'templates.create', {
      projectId: original.id,
      name: 'Empty',
    });
    const { data } = await create({ templateId });
    expect(data.boards).toMatchObject([{ name: 'Main board' }]);
  });

  it("404: another organization's template looks exactly like a missing one, and nothing is created", async () => {
    const other = await aTemplate();
    const written = await eventsDuring(workspace.organization, async () => {
      expect(await lookOf(other.id, (templateId) => create({ templateId }))).toEqual(MISSING);
    });
    expect(written).toEqual([]);
  });
});
