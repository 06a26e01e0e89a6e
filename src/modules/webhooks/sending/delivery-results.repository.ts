import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { ClaimedDelivery } from './claims.repository';
import type { AttemptOutcome } from './webhook-sender.service';

// Without a next attempt the delivery has ended.
const RECORD = statement(
  'webhook-deliveries.record',
  `update webhook_deliveries set
     status = case when $4 then 'success' when $5::timestamptz is null then 'failed' else 'pending' end,
     due_at = $5, claim = null, attempts = attempts + 1, failures = case when $4 then 0 else failures + 1 end,
     url = $6, request_headers = $7, response_status = $8, response_headers = $9, response_body = $10, error = $11,
     duration_ms = $12, attempted_at = $13, completed_at = case when $5::timestamptz is null then $14::timestamptz end
   where organization_id = $1 and id = $2 and claim = $3
   returning 1`,
);

const FAIL = statement(
  'webhook-deliveries.fail',
  `update webhook_deliveries
   set status = 'failed', due_at = null, claim = null, error = $4, completed_at = $5
   where organization_id = $1 and id = $2 and claim = $3
   returning 1`,
);

/** The ends of attempts. They change nothing when the lease of the attempt has ended. */
@Injectable()
export class DeliveryResultsRepository {
  constructor(private readonly database: Database) {}

  async record(
    tx: InTransaction<TenantContext>,
    { id, claim, url }: ClaimedDelivery,
    { isSuccess, attemptedAt, durationMs, requestHeaders, response, error }: AttemptOutcome,
    nextAttemptAt: Date | null,
  ): Promise<boolean> {
    const values = [
      tx.organizationId,
      id,
      claim,
      isSuccess,
      nextAttemptAt,
      url,
      JSON.stringify(requestHeaders),
      response?.status ?? null,
      response === null ? null : JSON.stringify(response.headers),
      response?.body ?? null,
      error,
      durationMs,
      attemptedAt,
      clock.now(),
    ];
    return (await this.database.query(tx, RECORD, values)).length > 0;
  }

  async fail(
    tx: InTransaction<TenantContext>,
    { id, claim }: ClaimedDelivery,
    error: string,
  ): Promise<boolean> {
    const values = [tx.organizationId, id, claim, error, clock.now()];
    return (await this.database.query(tx, FAIL, values)).length > 0;
  }
}
