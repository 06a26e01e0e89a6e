import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { AutomationId, ExecutionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { ReadDatabase } from '../../../platform/database/replica/read-database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { ExecutionRecord, QueuedExecution } from './execution.record';

export const EXECUTION_FIELDS = `execution.id, execution.automation_id as "automationId", execution.status,
  execution.triggered_by as "triggeredBy", execution.actions_executed as "actionsExecuted",
  coalesce(execution.duration, 0) as duration,
  execution.error, execution.failed_action as "failedAction", execution.executed_at as "executedAt",
  (select coalesce(json_agg(json_build_object('id', effect.id, 'action', effect.action_index, 'status', effect.status,
     'attempts', effect.attempts, 'error', effect.error) order by effect.id), '[]')
   from automation_effects effect
   where effect.organization_id = execution.organization_id and effect.execution_id = execution.id) as effects`;

const PAGE = statementFamily(
  'automations.log',
  (limit: number) => `select ${EXECUTION_FIELDS} from automation_executions execution
   where execution.organization_id = $1 and execution.automation_id = $2 and execution.id < coalesce($3, '~')
     and execution.status <> 'queued'
   order by execution.id desc limit ${limit + 1}`,
);

const CURSOR = statement(
  'automations.log-cursor',
  `select from automation_executions where organization_id = $1 and automation_id = $2 and id = $3`,
);

const RECORD = statement(
  'automations.execution-record',
  `select ${EXECUTION_FIELDS} from automation_executions execution
   where execution.organization_id = $1 and execution.id = $2 and execution.status <> 'queued'`,
);

const GET = statement(
  'automations.execution',
  `select ${EXECUTION_FIELDS}, execution.event_sequence::float8 as "eventSequence", execution.event_day::text as "eventDay",
     execution.payload, execution.depth
   from automation_executions execution
   where execution.organization_id = $1 and execution.id = $2 and execution.status <> 'queued'`,
);

/** What caused an execution. */
export type ExecutionCause = Pick<QueuedExecution, 'eventSequence' | 'eventDay' | 'payload' | 'depth'>;

/** The log of an automation: its executions that have ended. */
@Injectable()
export class ExecutionsReadModel {
  constructor(
    private readonly database: Database,
    private readonly lists: ReadDatabase,
  ) {}

  /** An execution as it is shown. */
  async record(context: TenantContext, id: ExecutionId): Promise<ExecutionRecord | null> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<ExecutionRecord>(context, RECORD, values);
    return row ?? null;
  }

  /** An execution with its cause. */
  async get(context: TenantContext, id: ExecutionId): Promise<(ExecutionRecord & ExecutionCause) | null> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<ExecutionRecord & ExecutionCause>(context, GET, values);
    return row ?? null;
  }

  /** The newest first. */
  async page(
    context: TenantContext,
    automationId: AutomationId,
    cursor: ExecutionId | null,
    limit: number,
  ): Promise<Page<ExecutionRecord>> {
    const values = [context.organizationId, automationId, cursor];
    if (cursor !== null && (await this.lists.query(context, CURSOR, values)).length === 0)
      throw new UnknownCursor();
    return pageOf(await this.lists.query<ExecutionRecord>(context, PAGE(limit), values), limit);
  }
}
