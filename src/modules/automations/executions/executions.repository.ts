import { Injectable } from '@nestjs/common';
import type { AutomationId, BoardId, ExecutionId, OrganizationId, UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { Database } from '../../../platform/database/database';
import { AUTOMATIONS } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Expires } from '../../../platform/schedule/expires.decorator';
import type { ExecutionStatus, QueuedExecution, TriggeredBy } from './execution.record';

const DAY_MS = 86_400_000;
/** Specification, "Limits": automation log retention. */
const KEPT_MS = 30 * DAY_MS;

const QUEUED_FIELDS = `execution.id, execution.automation_id as "automationId", execution.board_id as "boardId",
  execution.cause, execution.event_sequence::float8 as "eventSequence", execution.event_day::text as "eventDay",
  execution.triggered_by as "triggeredBy", execution.payload, execution.depth, execution.is_manual as "isManual",
  execution.attempts`;

// A repeated cause is the same execution: a replay of events fires nothing again. The automations are locked against deletion,
// so that the deletion finds every execution that was added before it.
const ADD = statement(
  'automation-executions.add',
  `insert into automation_executions (organization_id, id, automation_id, board_id, cause, event_sequence, event_day, status,
     triggered_by, payload, depth, is_manual, error, executed_at)
   select given."organizationId", given.id, automation.id, automation.board_id, given.cause, given."eventSequence",
     given."eventDay", given.status, given."triggeredBy", given.payload, given.depth, given."isManual", given.error, now()
   from json_to_recordset($1) as given ("organizationId" text, id text, "automationId" text, cause text,
     "eventSequence" bigint, "eventDay" date, status text, "triggeredBy" jsonb, payload jsonb, depth smallint,
     "isManual" boolean, error text)
   join automations automation
     on automation.organization_id = given."organizationId" and automation.id = given."automationId"
   for key share of automation
   on conflict (organization_id, automation_id, cause) do nothing
   returning id`,
);

// Of each automation, no more than the limit are read. `!` follows the space in which prefixes end.
const COUNT_CAUSES = statement(
  'automation-executions.count-causes',
  `select given."automationId", given.prefix, found.count
   from json_to_recordset($1) as given ("organizationId" text, "automationId" text, prefix text)
   cross join lateral (
     select count(*)::int from (
       select from automation_executions execution
       where execution.organization_id = given."organizationId" and execution.automation_id = given."automationId"
         and execution.cause > given.prefix and execution.cause < rtrim(given.prefix) || '!'
       limit $2) as within_limit) as found (count)`,
);

// The executions from the first one of the board on, and then the automation of each: a plan for empty tables would read every execution of
// the organization or of the automations (decision 0154).
export const NEXT = statement(
  'automation-executions.next',
  `select ${QUEUED_FIELDS}, execution."createdBy"
   from (
     select execution.*, automation.created_by as "createdBy"
     from automation_executions execution
     cross join lateral (
       select created_by from automations
       where organization_id = execution.organization_id and id = execution.automation_id limit 1) as automation
     where (execution.organization_id, execution.board_id, execution.status, execution.id) >= ($1, $2, 'queued', '')
     order by execution.organization_id, execution.board_id, execution.status, execution.id limit $3) as execution
   where execution.organization_id = $1 and execution.board_id = $2 and execution.status = 'queued'
   order by execution.id`,
);

const LOCK_BOARD = statement(
  'automation-executions.lock-board',
  `select ${AUTOMATIONS.tryExclusive('$1')} as "isLocked"`,
);

const WAIT_FOR_BOARD = statement(
  'automation-executions.wait-for-board',
  `select ${AUTOMATIONS.exclusive('$1')}`,
);

const CLAIM = statement(
  'automation-executions.claim',
  `select id from automation_executions
   where organization_id = $1 and id = any ($2) and status = 'queued' order by id for update`,
);

// What a hook received is only needed to run a failed execution again; it can contain secrets. An automation is written once for
// all of its executions: its row is wide. An execution is found as the first from its id on, and updated where it was found
// (decision 0154): one that was not claimed and changes meanwhile remains queued, and runs again.
export const END = statement(
  'automation-executions.end',
  `with ended as (
     update automation_executions execution
     set status = given.status, payload = case when given.status = 'failed' then execution.payload end,
       actions_executed = given."actionsExecuted", duration = given.duration, error = given.error,
       failed_action = given."failedAction", executed_at = now()
     from json_to_recordset($2) as given (id text, status text, "actionsExecuted" integer, duration integer, error text,
       "failedAction" integer, version timestamptz)
     cross join lateral (
       select ctid as place, organization_id, id from automation_executions known
       where (known.organization_id, known.id) >= ($1, given.id) order by known.organization_id, known.id limit 1) as found
     where execution.ctid = found.place and found.organization_id = $1 and found.id = given.id and execution.status = 'queued'
     returning execution.automation_id, given.version),
   counted as (select automation_id, version, count(*)::integer as executions from ended group by 1, 2)
   update automations set execution_count = execution_count + counted.executions, last_executed_at = now()
   from counted
   where automations.organization_id = $1 and automations.id = counted.automation_id
     and (counted.version is null or automations.updated_at = counted.version and exists (
       select from boards board
       join projects project on project.organization_id = $1 and project.id = board.project_id
       join workspaces workspace on workspace.organization_id = $1 and workspace.id = board.workspace_id
       where board.organization_id = $1 and board.id = automations.board_id
         and coalesce(board.deleted_at, project.deleted_at, workspace.deleted_at) is null))
   returning counted.executions`,
);

const REMOVE = statement(
  'automation-executions.remove',
  'delete from automation_executions where organization_id = $1 and id = $2',
);

const COUNT_ATTEMPT = statement(
  'automation-executions.count-attempt',
  `update automation_executions set attempts = attempts + 1
   where organization_id = $1 and id = $2 returning attempts`,
);

const REMOVE_OLD = statement(
  'automation-executions.remove-old',
  `delete from automation_executions
   where (organization_id, id) in (
     select organization_id, id from automation_executions
     where executed_at < $1 and status <> 'queued' order by executed_at limit 1000)
   returning 1`,
);

const REMOVE_OF_BOARD = statement(
  'automation-executions.remove-of-board',
  `delete from automation_executions
   where organization_id = $1 and id = any (array(
     select id from automation_executions where organization_id = $1 and board_id = $2 limit 1000))
   returning 1`,
);

const REMOVE_OF_AUTOMATION = statement(
  'automation-executions.remove-of-automation',
  `delete from automation_executions
   where organization_id = $1 and id = any (array(
     select id from automation_executions where organization_id = $1 and automation_id = $2 limit 1000))
   returning 1`,
);

/** An execution as it is created. */
export interface NewExecution {
  organizationId: OrganizationId;
  id: ExecutionId;
  automationId: AutomationId;
  /** What fired the automation; it fires the automation once. */
  cause: string;
  eventSequence: number | null;
  eventDay: string | null;
  status: ExecutionStatus;
  triggeredBy: TriggeredBy;
  payload: Json | null;
  depth: number;
  isManual: boolean;
  error: string | null;
}

/** An execution that has not run yet, and who it acts for. */
export type NextExecution = QueuedExecution & { readonly createdBy: UserId };

/** A beginning of causes of executions of an automation. */
export interface CausePrefix {
  organizationId: OrganizationId;
  automationId: AutomationId;
  prefix: string;
}

/** How an execution ended. */
export interface ExecutionEnd {
  id: ExecutionId;
  status: 'success' | 'failed' | 'skipped';
  actionsExecuted: number;
  /** Milliseconds. */
  duration: number;
  error: string | null;
  failedAction: number | null;
  /** When the automation that has run was changed last, if its actions did something. */
  version: string | null;
}

@Expires({ kind: 'automation executions', removal: REMOVE_OLD, keptMs: KEPT_MS })
@Injectable()
export class ExecutionsRepository {
  constructor(private readonly database: Database) {}

  /** Executions of automations that still exist; a repeated cause adds none. Returns those that it added. */
  async add(context: DatabaseContext, executions: readonly NewExecution[]): Promise<ExecutionId[]> {
    if (executions.length === 0) return [];
    const values = [JSON.stringify(executions)];
    const added = await this.database.query<{ id: ExecutionId }>(context, ADD, values);
    return added.map(({ id }) => id);
  }

  /** How many executions of an automation have a cause that begins with a prefix, which ends with a space; at most `limit`. */
  countCauses(
    context: DatabaseContext,
    prefixes: readonly CausePrefix[],
    limit: number,
  ): Promise<(Pick<CausePrefix, 'automationId' | 'prefix'> & { count: number })[]> {
    return this.database.query(context, COUNT_CAUSES, [JSON.stringify(prefixes), limit]);
  }

  /** The oldest queued executions of a board, at most `limit`. */
  next(context: TenantContext, boardId: BoardId, limit: number): Promise<NextExecution[]> {
    return this.database.query<NextExecution>(context, NEXT, [context.organizationId, boardId, limit]);
  }

  /** Until the transaction ends; false while another process runs the automations of the board. */
  async lockBoard(tx: InTransaction<TenantContext>, boardId: BoardId): Promise<boolean> {
    const [row] = await this.database.query<{ isLocked: boolean }>(tx, LOCK_BOARD, [boardId]);
    return row!.isLocked;
  }

  /** As `lockBoard`, after the execution that runs there now. */
  async waitForBoard(tx: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(tx, WAIT_FOR_BOARD, [boardId]);
  }

  /** Those of the executions that have not ended. */
  async claim(tx: InTransaction<TenantContext>, ids: readonly ExecutionId[]): Promise<Set<ExecutionId>> {
    const rows = await this.database.query<{ id: ExecutionId }>(tx, CLAIM, [tx.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * False when an automation was deleted; when `version` is not null, also when it was changed or its board was deleted. The
   * caller then rolls back.
   */
  async end(context: TenantContext, ends: readonly ExecutionEnd[]): Promise<boolean> {
    if (ends.length === 0) return true;
    const values = [context.organizationId, JSON.stringify(ends)];
    const rows = await this.database.query<{ executions: number }>(context, END, values);
    return rows.reduce((sum, { executions }) => sum + executions, 0) === ends.length;
  }

  /** An execution that turned out not to be one. */
  async remove(context: TenantContext, id: ExecutionId): Promise<void> {
    await this.database.query(context, REMOVE, [context.organizationId, id]);
  }

  /** Some of a board, in all statuses; returns how many. */
  async removeOfBoard(context: TenantContext, boardId: BoardId): Promise<number> {
    return (await this.database.query(context, REMOVE_OF_BOARD, [context.organizationId, boardId])).length;
  }

  /** As `removeOfBoard`, of an automation. */
  async removeOfAutomation(context: TenantContext, automationId: AutomationId): Promise<number> {
    const values = [context.organizationId, automationId];
    return (await this.database.query(context, REMOVE_OF_AUTOMATION, values)).length;
  }

  /** Returns the number of attempts that have ended with an unexpected error. */
  async countAttempt(context: TenantContext, id: ExecutionId): Promise<number> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<{ attempts: number }>(context, COUNT_ATTEMPT, values);
    return row?.attempts ?? 0;
  }
}
