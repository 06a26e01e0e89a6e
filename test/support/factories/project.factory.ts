import type { BoardId, ProjectId } from '../../../src/kernel/ids';
import type { WireAnswer } from '../client';
import type { TestMember, TestOrganization } from './organization.factory';
import { aWorkspace, made, type TestWorkspace } from './workspace.factory';

export interface TestProject {
  id: ProjectId;
  organization: TestOrganization;
  workspace: TestWorkspace;
  /** The board that every project starts with. */
  defaultBoardId: BoardId;
  /** The response of projects.create. */
  record: WireAnswer['data'];
}

export interface ProjectOptions {
  organization?: TestOrganization;
  /** A new open workspace without one. */
  workspace?: TestWorkspace;
  name?: string;
  /** The organization's owner unless given. */
  by?: TestMember;
}

/** A project with its default board, created over the wire. */
export async function aProject(options: ProjectOptions = {}): Promise<TestProject> {
  const workspace =
    options.workspace ??
    (await aWorkspace(options.organization ? { organization: options.organization } : {}));
  const { organization } = workspace;
  const { client } = options.by ?? organization.owner;
  const record = await made(client, 'projects.create', {
    workspaceId: workspace.id,
    name: options.name ?? 'Project',
  });
  return {
    id: record.id as ProjectId,
    organization,
    workspace,
    defaultBoardId: record.boards[0].id as BoardId,
    record,
  };
}
