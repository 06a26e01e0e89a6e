import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { LIST_WORKSPACES } from '../../../src/modules/workspaces/workspaces.read-model';
import { anOrganization } from '../../support/factories/organization.factory';
import { aProject } from '../../support/factories/project.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';
import { executedPlan } from '../../support/query-plan';

const SHARED = 1_500;
const PAGE = 50;

describe('pages of workspaces.list', () => {
  it('read the shared projects of a guest once, whatever the number of projects', async () => {
    const organization = await anOrganization();
    const workspaceIds: string[] = [];
    const projectIds: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const workspace = await aWorkspace({ organization });
      workspaceIds.push(workspace.id);
      for (let each = 0; each < 3; each += 1) projectIds.push((await aProject({ workspace })).id);
    }
    while (projectIds.length < SHARED) projectIds.push(newId('project'));
    const { app, id, owner } = organization;
    const values = [id, 'guest', owner.userId, workspaceIds, false, null, null, projectIds];
    const nodes = await executedPlan(app.sql, LIST_WORKSPACES(PAGE).text, values);
    const reads = nodes.filter((node) => node['Node Type'] === 'ProjectSet');
    expect(reads.map((node) => node['Actual Loops'])).toEqual([1]);
  });
});
