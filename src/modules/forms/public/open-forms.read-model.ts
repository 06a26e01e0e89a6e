import { Injectable } from '@nestjs/common';
import type { FormId, ProjectId, WorkspaceId } from '../../../kernel/ids';
import { ChangeFeed } from '../../../platform/cache/change-feed';
import { FreshCache } from '../../../platform/cache/fresh-cache';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { boardTopic, projectTopic, workspaceTopic } from '../../hierarchy';
import { formTopic } from '../form-topic';
import type { OpenForm } from './open-form';

const OPEN_FORM = statement(
  'forms.open-form',
  `select form.id, form.board_id as "boardId", form.name, form.description, form.schema, form.mappings, form.settings,
     form.version, form.created_by as "createdBy", project.id as "projectId", workspace.id as "workspaceId",
     case when board.archived_at is null and project.archived_at is null and workspace.archived_at is null then form.status else 'closed' end as status
   from forms form
   join boards board on board.organization_id = $1 and board.id = form.board_id and board.deleted_at is null
   join projects project
     on project.organization_id = $1 and project.id = board.project_id and project.deleted_at is null
   join workspaces workspace
     on workspace.organization_id = $1 and workspace.id = board.workspace_id and workspace.deleted_at is null
   where form.organization_id = $1 and form.id = $2 and form.status <> 'draft' and form.deleted_at is null`,
);

const TTL_MS = 30_000;

/** Forms that respondents can reach. Cached, because many respondents use the same form; read directly in a transaction. */
@Injectable()
export class OpenFormsReadModel {
  private readonly forms: FreshCache<OpenForm | null>;

  constructor(
    private readonly database: Database,
    changes: ChangeFeed,
  ) {
    this.forms = new FreshCache(changes, { name: 'public-forms', maxEntries: 1_000, ttlMs: TTL_MS });
  }

  /** Null when there is none, or it is a draft, or it or a parent of it is deleted. */
  async get(context: TenantContext, id: FormId): Promise<OpenForm | null> {
    if (context.transaction) return (await this.load(context, id)).value;
    return this.forms.get(`${context.organizationId}:${id}`, () => this.load(context, id));
  }

  private async load(context: TenantContext, id: FormId) {
    const [row] = await this.database.query<OpenForm & { projectId: ProjectId; workspaceId: WorkspaceId }>(
      context,
      OPEN_FORM,
      [context.organizationId, id],
    );
    if (row === undefined) return { value: null, topics: [formTopic(id)] };
    const { projectId, workspaceId, ...form } = row;
    const places = [boardTopic(form.boardId), projectTopic(projectId), workspaceTopic(workspaceId)];
    return { value: form, topics: [formTopic(id), ...places] };
  }
}
