import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { AttemptOutcome } from './effect';
import type { ClaimedEffect } from './effect-claims.repository';

// What was sent is not kept: it can contain personal data and secrets.
const RECORD = statement(
  'automation-effects.record',
  `update automation_effects set
     status = case when $4::text is null then 'success' when $5::timestamptz is null then 'failed' else 'pending' end,
     sealed_content = case when $4::text is null then null else sealed_content end,
     due_at = $5, claim = null, attempts = attempts + 1, failures = failures + case when $4::text is null then 0 else 1 end,
     error = $4, response_status = $6, attempted_at = $7,
     completed_at = case when $5::timestamptz is null then $8::timestamptz end
   where organization_id = $1 and id = $2 and claim = $3
   returning 1`,
);

// Of two effects that end at the same time, the later transaction sees the end of both.
const LOCK_EXECUTION = statement(
  'automation-effects.lock-execution',
  'select from automation_executions where organization_id = $1 and id = $2 for no key update',
);

const SHOW_IN_EXECUTION = statement(
  'automation-effects.show-in-execution',
  `update automation_executions execution
   set status = case when first.error is null then 'success' else 'failed' end, error = first.error,
     failed_action = first.action_index
   from (select) as one
   left join lateral (
     select error, action_index from automation_effects
     where organization_id = $1 and execution_id = $2 and status = 'failed'
     order by action_index, id limit 1) as first on true
   where execution.organization_id = $1 and execution.id = $2 and execution.status in ('success', 'failed')
     and (execution.error, execution.failed_action) is distinct from (first.error, first.action_index::integer)`,
);

type Tx = InTransaction<TenantContext>;

/** The ends of attempts. They change nothing when the lease of the attempt has ended. */
@Injectable()
export class EffectResultsRepository {
  constructor(private readonly database: Database) {}

  /** An execution has failed, with the index of the action, while one of its effects is a dead letter. */
  async record(tx: Tx, effect: ClaimedEffect, outcome: AttemptOutcome): Promise<void> {
    const { id, claim, executionId } = effect;
    const { error, nextAttemptAt, responseStatus, attemptedAt } = outcome;
    const { organizationId } = tx;
    await this.database.query(tx, LOCK_EXECUTION, [organizationId, executionId]);
    const values = [
      organizationId,
      id,
      claim,
      error,
      nextAttemptAt,
      responseStatus,
      attemptedAt,
      clock.now(),
    ];
    const isRecorded = (await this.database.query(tx, RECORD, values)).length > 0;
    if (isRecorded && nextAttemptAt === null)
      await this.database.query(tx, SHOW_IN_EXECUTION, [organizationId, executionId]);
  }
}
