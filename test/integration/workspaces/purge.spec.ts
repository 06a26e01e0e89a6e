import { describe, expect, it } from 'vitest';
import { BoardPurgeJob } from '../../../src/modules/boards/deletion/board-purge.job';
import { ProjectPurgeJob } from '../../../src/modules/projects/project-purge.job';
import { WorkspacePurgeJob } from '../../../src/modules/workspaces/workspace-purge.job';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { loggedEvents } from '../../support/presented-events';
import { made } from '../../support/factories/workspace.factory';

const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };

async function rowsOf({ organization, workspace, project, id }: TestBoard): Promise<string[]> {
  const { rows } = await organization.app.sql.query<{ id: string }>(
    `select id from workspaces where organization_id = $1 and id = any ($2)
     union all select id from projects where organization_id = $1 and id = any ($2)
     union all select id from boards where organization_id = $1 and id = any ($2)`,
    [organization.id, [workspace.id, project.id, id]],
  );
  return rows.map((row) => row.id);
}

async function aFilledBoard(): Promise<TestBoard> {
  const board = await aBoard({ groups: ['A'] });
  const { client } = board.organization.owner;
  await made(client, 'items.create', { boardId: board.id, groupId: board.group('A'), name: 'Item' });
  return board;
}

describe('the last run of a purge', () => {
  it('deletes the row of a board, however often it runs', async () => {
    const board = await aFilledBoard();
    const { organization, workspace, project, id } = board;
    await made(organization.owner.client, 'boards.delete', { id });
    const payload = { organizationId: organization.id, boardId: id, keepsRow: false };
    const job = organization.app.nest.get(BoardPurgeJob, { strict: false });
    await job.perform(payload);
    await job.perform(payload);
    expect(await rowsOf(board)).toEqual([workspace.id, project.id]);
  });

  it('deletes the row of a project with all that is left in it', async () => {
    const board = await aFilledBoard();
    const { organization, workspace, project } = board;
    await made(organization.owner.client, 'projects.delete', { id: project.id });
    const payload = { organizationId: organization.id, projectId: project.id, keepsRow: false };
    await organization.app.nest.get(ProjectPurgeJob, { strict: false }).perform(payload, run);
    expect(await rowsOf(board)).toEqual([workspace.id]);
  });

  it('deletes the row of a workspace with all that is left in it', async () => {
    const board = await aFilledBoard();
    const { organization, workspace } = board;
    await made(organization.owner.client, 'workspaces.delete', { id: workspace.id });
    const payload = { organizationId: organization.id, workspaceId: workspace.id, keepsRow: false };
    await organization.app.nest.get(WorkspacePurgeJob, { strict: false }).perform(payload, run);
    expect(await rowsOf(board)).toEqual([]);
  });

  const purgeProject = ({ organization, project }: TestBoard) =>
    organization.app.nest
      .get(ProjectPurgeJob, { strict: false })
      .perform({ organizationId: organization.id, projectId: project.id, keepsRow: true }, run);
  const purgeWorkspace = ({ organization, workspace }: TestBoard) =>
    organization.app.nest
      .get(WorkspacePurgeJob, { strict: false })
      .perform({ organizationId: organization.id, workspaceId: workspace.id, keepsRow: true }, run);

  it.each([
    { noun: 'project', purge: purgeProject },
    { noun: 'workspace', purge: purgeWorkspace },
  ] as const)('emits the deletion of each board of a deleted $noun once', async ({ noun, purge }) => {
    const board = await aFilledBoard();
    const { organization, project } = board;
    const { client } = organization.owner;
    const { data: listed } = await client.query('boards.list', { projectId: project.id });
    await made(client, 'boards.delete', { id: board.id });
    await made(client, `${noun}s.delete`, { id: board[noun].id });
    await purge(board);
    await purge(board);
    const events = await loggedEvents(organization);
    const deletions = events.filter(({ type }) => type === 'board.deleted');
    const ids = listed.boards.map(({ id }: { id: string }) => id) as string[];
    expect(ids.length).toBeGreaterThan(1);
    expect(deletions.map(({ boardId }) => boardId).toSorted()).toEqual(ids.toSorted());
    expect(deletions.map(({ actorId }) => actorId)).toEqual([
      organization.owner.userId,
      ...ids.slice(1).map(() => null),
    ]);
  });

  it('waits until it is due', async () => {
    const { organization, id } = await aFilledBoard();
    await made(organization.owner.client, 'boards.delete', { id });
    const { rows } = await organization.app.sql.query<{ hours: number }>(
      `select extract(epoch from run_at - now())::float8 / 3600 as hours
       from graphile_worker._private_jobs where payload->>'boardId' = $1 and run_at > now()`,
      [id],
    );
    expect(rows.map(({ hours }) => Math.round(hours))).toEqual([24]);
  });
});
