import { Injectable } from '@nestjs/common';
import type { AutomationId, BoardId, ExecutionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

/** Executions of a board that can wait. */
const QUEUED_MAX = 10_000;

const SAVE = statement(
  'automation-hooks.save',
  `insert into automation_hooks (organization_id, automation_id, sealed_secret, sealed_signing_secret)
   values ($1, $2, $3, $4)
   on conflict (organization_id, automation_id) do update set sealed_signing_secret = excluded.sealed_signing_secret`,
);

const REMOVE = statement(
  'automation-hooks.remove',
  'delete from automation_hooks where organization_id = $1 and automation_id = $2',
);

const SIGNING_SECRET = statement(
  'automation-hooks.signing-secret',
  `select sealed_signing_secret as "sealedSigningSecret" from automation_hooks
   where organization_id = $1 and automation_id = $2`,
);

const FIND = statement(
  'automation-hooks.find',
  `select automation.board_id as "boardId", automation.enabled, hook.sealed_secret as "sealedSecret",
     hook.sealed_signing_secret as "sealedSigningSecret",
     board.archived_at is not null or project.archived_at is not null or workspace.archived_at is not null as "isArchived"
   from automation_hooks hook
   join automations automation on automation.organization_id = $1 and automation.id = hook.automation_id
   join boards board on board.organization_id = $1 and board.id = automation.board_id and board.deleted_at is null
   join projects project
     on project.organization_id = $1 and project.id = board.project_id and project.deleted_at is null
   join workspaces workspace
     on workspace.organization_id = $1 and workspace.id = board.workspace_id and workspace.deleted_at is null
   where hook.organization_id = $1 and hook.automation_id = $2`,
);

const QUEUE = statement(
  'automation-hooks.queue',
  `select (select id from automation_executions where organization_id = $1 and automation_id = $2 and cause = $3) as "knownId",
     exists (
       select from automation_executions where organization_id = $1 and board_id = $4 and status = 'queued'
       offset ${QUEUED_MAX - 1}) as "isFull"`,
);

/** A hook whose board exists, with what a request to it needs. */
export interface OpenHook {
  boardId: BoardId;
  enabled: boolean;
  isArchived: boolean;
  sealedSecret: string;
  sealedSigningSecret: string | null;
}

/** Hooks are deleted with their automations. */
@Injectable()
export class HooksRepository {
  constructor(private readonly database: Database) {}

  /** The secret in the URL of a hook that exists stays. */
  async save(
    tx: InTransaction<TenantContext>,
    id: AutomationId,
    sealedSecret: string,
    sealedSigningSecret: string | null,
  ): Promise<void> {
    await this.database.query(tx, SAVE, [tx.organizationId, id, sealedSecret, sealedSigningSecret]);
  }

  async remove(tx: InTransaction<TenantContext>, id: AutomationId): Promise<void> {
    await this.database.query(tx, REMOVE, [tx.organizationId, id]);
  }

  async sealedSigningSecret(context: TenantContext, id: AutomationId): Promise<string | null> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<Pick<OpenHook, 'sealedSigningSecret'>>(
      context,
      SIGNING_SECRET,
      values,
    );
    return row?.sealedSigningSecret ?? null;
  }

  async find(context: TenantContext, id: AutomationId): Promise<OpenHook | null> {
    const [row] = await this.database.query<OpenHook>(context, FIND, [context.organizationId, id]);
    return row ?? null;
  }

  /** The execution with the cause, if there is one, and whether the board has too many that wait. */
  async queue(
    context: TenantContext,
    { id, boardId, cause }: { id: AutomationId; boardId: BoardId; cause: string },
  ): Promise<{ knownId: ExecutionId | null; isFull: boolean }> {
    const values = [context.organizationId, id, cause, boardId];
    const [row] = await this.database.query<{ knownId: ExecutionId | null; isFull: boolean }>(
      context,
      QUEUE,
      values,
    );
    return row!;
  }
}
