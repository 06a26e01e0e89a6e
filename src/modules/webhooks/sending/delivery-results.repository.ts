import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { WaitingPlace } from '../deliveries/deliveries.repository';
import type { ClaimedDelivery } from './claims.repository';
import type { AttemptOutcome } from './webhook-sender.service';

// Without a next attempt the delivery has ended. $2: now.
const RECORD = statement(
  'webhook-deliveries.record',
  `update webhook_deliveries delivery set
     status = case when result."isSuccess" then 'success' when result."nextAttemptAt" is null then 'failed' else 'pending' end,
     due_at = result."nextAttemptAt", claim = null, attempts = delivery.attempts + 1,
     failures = case when result."isSuccess" then 0 else delivery.failures + 1 end,
     url = result.url, request_headers = result."requestHeaders", response_status = result."responseStatus",
     response_headers = result."responseHeaders", response_body = result."responseBody", error = result.error,
     duration_ms = result."durationMs", attempted_at = result."attemptedAt",
     completed_at = case when result."nextAttemptAt" is null then $2::timestamptz end
   from json_to_recordset($1) as result ("organizationId" text, id text, claim text, "isSuccess" boolean,
     "nextAttemptAt" timestamptz, url text, "requestHeaders" jsonb, "responseStatus" integer, "responseHeaders" jsonb,
     "responseBody" text, error text, "durationMs" integer, "attemptedAt" timestamptz)
   where delivery.organization_id = result."organizationId" and delivery.id = result.id and delivery.claim = result.claim
   returning delivery.organization_id as "organizationId", delivery.webhook_id as "webhookId",
     delivery.item_id as "itemId"`,
);

const FAIL = statement(
  'webhook-deliveries.fail',
  `update webhook_deliveries
   set status = 'failed', due_at = null, claim = null, error = $4, completed_at = $5
   where organization_id = $1 and id = $2 and claim = $3
   returning 1`,
);

/** The end of an attempt. */
export interface AttemptResult {
  readonly delivery: ClaimedDelivery;
  readonly outcome: AttemptOutcome;
  /** Null when none follows. */
  readonly nextAttemptAt: Date | null;
}

/** The ends of attempts. They change nothing when the lease of the attempt has ended. */
@Injectable()
export class DeliveryResultsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the deliveries that it has changed. */
  record(tx: InTransaction<DatabaseContext>, results: readonly AttemptResult[]): Promise<WaitingPlace[]> {
    const rows = results.map(({ delivery, outcome, nextAttemptAt }) => ({
      organizationId: delivery.organizationId,
      id: delivery.id,
      claim: delivery.claim,
      isSuccess: outcome.isSuccess,
      nextAttemptAt,
      url: delivery.url,
      requestHeaders: outcome.requestHeaders,
      responseStatus: outcome.response?.status ?? null,
      responseHeaders: outcome.response?.headers ?? null,
      responseBody: outcome.response?.body ?? null,
      error: outcome.error,
      durationMs: outcome.durationMs,
      attemptedAt: outcome.attemptedAt,
    }));
    return this.database.query(tx, RECORD, [JSON.stringify(rows), clock.now()]);
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
