import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { EffectId, ExecutionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

/** How long a mail waits while the organization has sent its mails of the hour. */
const WAITING_MS = 24 * 3_600_000;

const ADD = statement(
  'automation-effects.add',
  `insert into automation_effects (organization_id, id, execution_id, automation_id, action_index, target, sealed_content,
     status, due_at, created_at, waits_until)
   select $1, effect.id, $2, $3, $4, effect.target, effect."sealedContent", 'pending', $5, $5, $6
   from json_to_recordset($7) as effect (id text, target text, "sealedContent" text)`,
);

const RETRY_FAILED = statement(
  'automation-effects.retry-failed',
  `update automation_effects set status = 'pending', due_at = $3, failures = 0, completed_at = null, waits_until = $4
   where organization_id = $1 and execution_id = $2 and status = 'failed' and sealed_content is not null
   returning 1`,
);

/** An effect as it is created. */
export interface NewEffect {
  id: EffectId;
  target: string;
  sealedContent: string;
}

/** The execution and the action that cause effects. */
export interface EffectSource {
  executionId: ExecutionId;
  automationId: string;
  actionIndex: number;
}

type Tx = InTransaction<TenantContext>;

/** Effects are deleted with their executions. */
@Injectable()
export class EffectsRepository {
  constructor(private readonly database: Database) {}

  async add(
    tx: Tx,
    { executionId, automationId, actionIndex }: EffectSource,
    effects: readonly NewEffect[],
  ): Promise<void> {
    const now = clock.now();
    await this.database.query(tx, ADD, [
      tx.organizationId,
      executionId,
      automationId,
      actionIndex,
      now,
      waitingEnd(now),
      JSON.stringify(effects),
    ]);
  }

  /** The failed effects of an execution are due again; returns how many. */
  async retryFailed(tx: Tx, executionId: ExecutionId): Promise<number> {
    const now = clock.now();
    const values = [tx.organizationId, executionId, now, waitingEnd(now)];
    return (await this.database.query(tx, RETRY_FAILED, values)).length;
  }
}

function waitingEnd(now: Date): Date {
  return new Date(now.getTime() + WAITING_MS);
}
