import type { BoardId, ColumnId, GroupId } from '../../../src/kernel/ids';
import type { WireAnswer } from '../client';
import type { TestMember, TestOrganization } from './organization.factory';
import { aProject, type TestProject } from './project.factory';
import { made, type TestWorkspace } from './workspace.factory';

export interface ColumnSpec {
  name: string;
  type: string;
  config?: unknown;
}

export interface TestBoard {
  id: BoardId;
  organization: TestOrganization;
  workspace: TestWorkspace;
  project: TestProject;
  /** In board order. */
  groupIds: GroupId[];
  columnIds: ColumnId[];
  /** The column of that name; throws when there is none. */
  column(name: string): ColumnId;
  group(name: string): GroupId;
  /** The response of boards.create. */
  record: WireAnswer['data'];
}

export interface BoardOptions {
  organization?: TestOrganization;
  workspace?: TestWorkspace;
  project?: TestProject;
  name?: string;
  /** Names of the groups; the service's default without. */
  groups?: string[];
  /** The service's default (Status and People) without. */
  columns?: ColumnSpec[];
  /** The organization's owner unless given. */
  by?: TestMember;
}

/** A board in a new project, created over the wire. */
export async function aBoard(options: BoardOptions = {}): Promise<TestBoard> {
  const { organization, workspace } = options;
  const project =
    options.project ??
    (await aProject({ ...(organization ? { organization } : {}), ...(workspace ? { workspace } : {}) }));
  const { client } = options.by ?? project.organization.owner;
  const record = await made(client, 'boards.create', {
    projectId: project.id,
    name: options.name ?? 'Board',
    ...(options.groups ? { groups: options.groups.map((name) => ({ name })) } : {}),
    ...(options.columns ? { columns: options.columns } : {}),
  });
  return {
    id: record.id as BoardId,
    organization: project.organization,
    workspace: project.workspace,
    project,
    groupIds: record.groups.map(({ id }: { id: GroupId }) => id),
    columnIds: record.columns.map(({ id }: { id: ColumnId }) => id),
    column: (name) => named(record.columns, name),
    group: (name) => named(record.groups, name),
    record,
  };
}

function named<Id>(records: { id: Id; name: string }[], name: string): Id {
  const found = records.find((record) => record.name === name);
  if (!found) throw new Error(`No ${name} here`);
  return found.id;
}
