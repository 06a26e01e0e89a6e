import { type AutomationId, type ExecutionId, newId } from '../../../src/kernel/ids';
import { RunAutomationsJob } from '../../../src/modules/automations/running/run-automations.job';
import type { WireClient } from '../client';
import { deliverEvents } from '../events';
import type { TestBoard } from './board.factory';
import type { TestOrganization } from './organization.factory';
import { made } from './workspace.factory';

export interface AutomationOptions {
  name?: string;
  trigger?: object;
  conditions?: object[];
  actions?: object[];
  enabled?: boolean;
  /** The organization's owner unless given. */
  client?: WireClient;
}

export const ITEM_CREATED = { type: 'item.created', config: {} };

/** An automation of a board, created over the wire; its id. */
export async function anAutomation(board: TestBoard, options: AutomationOptions = {}): Promise<AutomationId> {
  const { client = board.organization.owner.client, name = 'Rule', trigger = ITEM_CREATED } = options;
  const { id } = await made(client, 'automations.create', {
    boardId: board.id,
    name,
    trigger,
    actions: options.actions ?? [{ type: 'archive_item', config: {} }],
    ...(options.conditions ? { conditions: options.conditions } : {}),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
  });
  return id as AutomationId;
}

/** Delivers events and runs the automations of boards that they fire, until nothing is left to do. */
export async function runAutomations(...boards: TestBoard[]): Promise<void> {
  const { app } = boards[0]!.organization;
  const job = app.nest.get(RunAutomationsJob, { strict: false });
  const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  for (;;) {
    await deliverEvents(app);
    const { rows } = await app.sql.query<{ organizationId: never; boardId: never }>(
      `select distinct organization_id as "organizationId", board_id as "boardId" from automation_executions
       where status = 'queued' and board_id = any ($1) and automation_id in (select id from automations)`,
      [boards.map(({ id }) => id)],
    );
    // A worker can have run one meanwhile, whose events are new.
    const { rows: waiting } = await app.sql.query('select from outbox limit 1');
    if (rows.length === 0 && waiting.length === 0) return;
    for (const payload of rows) await job.perform(payload, run);
  }
}

/** The log of an automation, newest first. */
export async function logOf(board: TestBoard, automationId: string) {
  const { client } = board.organization.owner;
  // The log is as untyped as the wire.
  // oxlint-disable-next-line typescript/no-explicit-any
  return (await client.query('automations.log', { automationId })).data.executions as any[];
}

/** An execution that ended, written straight into the log of an automation; its id. */
export async function anExecution(
  { app, id }: TestOrganization,
  automationId: string,
  status: 'success' | 'failed' = 'success',
): Promise<ExecutionId> {
  const executionId = newId('execution');
  await app.sql.query(
    `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by, depth,
       is_manual, executed_at)
     select organization_id, $3, id, board_id, $3, $4, '{"type": "item.moved", "itemId": null, "userId": null}', 1, false,
       now()
     from automations where organization_id = $1 and id = $2`,
    [id, automationId, executionId, status],
  );
  return executionId;
}
