import { describe, expect, it } from 'vitest';
import { BoardPurgeJob } from '../../../src/modules/boards/deletion/board-purge.job';
import { ProjectPurgeJob } from '../../../src/modules/projects/project-purge.job';
import { WorkspacePurgeJob } from '../../../src/modules/workspaces/workspace-purge.job';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
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
