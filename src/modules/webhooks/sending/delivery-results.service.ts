import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { nextAttemptAt } from '../../../platform/attempts/retry-delays';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { DeliveriesRepository } from '../deliveries/deliveries.repository';
import { DisablingService, type FailureReason } from '../disabling/disabling.service';
import { WebhooksRepository } from '../webhooks.repository';
import { type ClaimedDelivery, SLOW_MS } from './claims.repository';
import { DeliveryMetricsService } from './delivery-metrics.service';
import { DeliveryResultsRepository } from './delivery-results.repository';
import { RETRY_DELAYS_MS, retryAfterMs } from './retry-schedule';
import { SuccessfulDeliveriesService } from './successful-deliveries.service';
import type { AttemptOutcome } from './webhook-sender.service';

const GONE = 410;
const FAILING_MS = 5 * 86_400_000;

/** Records how an attempt ended: the log, the next attempt, the health of the webhook. */
@Injectable()
export class DeliveryResultsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly results: DeliveryResultsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly disabling: DisablingService,
    private readonly successes: SuccessfulDeliveriesService,
    private readonly metrics: DeliveryMetricsService,
  ) {}

  async record(delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<void> {
    this.metrics.attempted(outcome);
    if (isAsBefore(delivery, outcome))
      return this.successes.record({ delivery, outcome, nextAttemptAt: null });
    const { organizationId, webhookId } = delivery;
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      // First, because the subscriber locks the webhook before deliveries too.
      const reason = await this.noteHealth(tx, delivery, outcome);
      const next = outcome.isSuccess || reason === 'gone' ? null : nextAttempt(delivery, outcome);
      // False when the lease has ended and another process attempts the delivery, or when the webhook was disabled.
      const recorded = await this.results.record(tx, [{ delivery, outcome, nextAttemptAt: next }]);
      if (recorded.length === 0) return;
      if (next === null) await this.deliveries.promote(tx, recorded);
      if (reason !== null) await this.disabling.disable(tx, webhookId, reason);
    });
  }

  /** Returns why the webhook is to be disabled, if it is. */
  private async noteHealth(
    tx: InTransaction<TenantContext>,
    { webhookId, url }: ClaimedDelivery,
    outcome: AttemptOutcome,
  ): Promise<FailureReason | null> {
    const { isSuccess, attemptedAt } = outcome;
    const failedAt = isSuccess ? null : attemptedAt;
    const health = await this.webhooks.noteHealth(tx, webhookId, { url, failedAt, isSlow: isSlow(outcome) });
    return isSuccess || health === null ? null : failureReason(outcome, health.failingSince);
  }

  /** The delivery has failed, without an attempt. */
  async fail(delivery: ClaimedDelivery, error: string): Promise<void> {
    const { organizationId, webhookId, itemId } = delivery;
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      const isFailed = await this.results.fail(tx, delivery, error);
      if (isFailed) await this.deliveries.promote(tx, [{ organizationId, webhookId, itemId }]);
    });
  }
}

function isSlow({ isSuccess, durationMs }: AttemptOutcome): boolean {
  return !isSuccess || durationMs > SLOW_MS;
}

/** Whether the attempt has succeeded, and the webhook is as healthy as before. */
function isAsBefore(before: ClaimedDelivery, outcome: AttemptOutcome): boolean {
  return outcome.isSuccess && before.failingSince === null && before.isSlow === isSlow(outcome);
}

function nextAttempt({ failures }: ClaimedDelivery, { response }: AttemptOutcome): Date | null {
  const askedMs = retryAfterMs(response?.headers['retry-after'], clock.nowMs());
  return nextAttemptAt(RETRY_DELAYS_MS, failures + 1, askedMs);
}

function failureReason({ response }: AttemptOutcome, failingSince: Date | null): FailureReason | null {
  if (response?.status === GONE) return 'gone';
  return failingSince !== null && clock.nowMs() - failingSince.getTime() >= FAILING_MS ? 'failing' : null;
}
