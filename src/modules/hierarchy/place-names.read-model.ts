import { Injectable } from '@nestjs/common';
import { type BoardId, nounOf, type WorkspaceId } from '../../kernel/ids';
import type { Principal } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { boardAccess, workspaceAccess, type WorkspaceFacts } from './workspace-access';

const WORKSPACES = statement(
  'hierarchy.workspace-names',
  `select id, name, visibility, archived_at as "archivedAt" from workspaces
   where organization_id = $1 and id = any ($2) and deleted_at is null`,
);

const BOARDS = statement(
  'hierarchy.board-names',
  `select board.id, board.name, board.archived_at as "archivedAt", workspace.name as "workspaceName",
     json_build_object('id', workspace.id, 'visibility', workspace.visibility, 'archivedAt', workspace.archived_at)
       as workspace
   from boards board
   join projects project on project.organization_id = $1 and project.id = board.project_id
   join workspaces workspace on workspace.organization_id = $1 and workspace.id = project.workspace_id
   where board.organization_id = $1 and board.id = any ($2)
     and board.deleted_at is null and project.deleted_at is null and workspace.deleted_at is null`,
);

type NamedWorkspace = WorkspaceFacts & { name: string };
interface NamedBoard {
  id: BoardId;
  name: string;
  archivedAt: string | null;
  workspaceName: string;
  workspace: WorkspaceFacts;
}

/** The names of workspaces and boards for a user who chooses among them. */
@Injectable()
export class PlaceNamesReadModel {
  constructor(private readonly database: Database) {}

  /** By id; what is missing, hidden from the caller, or no workspace or board, has no entry. A board is named with its workspace. */
  async find(
    context: TenantContext & { readonly principal: Principal },
    ids: readonly string[],
  ): Promise<Map<string, string>> {
    const [workspaces, boards] = await Promise.all([
      this.workspaces(context, ids),
      this.boards(context, ids),
    ]);
    const { principal } = context;
    return new Map([
      ...workspaces
        .filter((each) => workspaceAccess(principal, each).canSee)
        .map(({ id, name }): [string, string] => [id, name]),
      ...boards
        .filter((each) => boardAccess(principal, each).canSee)
        .map(({ id, name, workspaceName }): [string, string] => [id, `${workspaceName} › ${name}`]),
    ]);
  }

  private workspaces(context: TenantContext, ids: readonly string[]): Promise<NamedWorkspace[]> {
    const given = ids.filter((id): id is WorkspaceId => nounOf(id) === 'workspace');
    return this.named(context, WORKSPACES, given);
  }

  private boards(context: TenantContext, ids: readonly string[]): Promise<NamedBoard[]> {
    const given = ids.filter((id): id is BoardId => nounOf(id) === 'board');
    return this.named(context, BOARDS, given);
  }

  private async named<T>(
    context: TenantContext,
    of: ReturnType<typeof statement>,
    ids: readonly string[],
  ): Promise<T[]> {
    return ids.length === 0 ? [] : this.database.query<T>(context, of, [context.organizationId, ids]);
  }
}
