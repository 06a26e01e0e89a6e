import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { randomInteger } from '../../../platform/crypto/random';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { DeliveriesRepository } from '../deliveries/deliveries.repository';
import { DisablingService, type FailureReason } from '../disabling/disabling.service';
import { WebhooksRepository } from '../webhooks.repository';
import { type ClaimedDelivery, SLOW_MS } from './claims.repository';
import { DeliveryResultsRepository } from './delivery-results.repository';
import { retryAfterMs, retryDelayMs } from './retry-schedule';
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
  ) {}

  async record(delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<void> {
    const { organizationId, webhookId, itemId } = delivery;
    const nextAttemptAt = outcome.isSuccess ? null : nextAttempt(delivery, outcome);
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      // First, because the subscriber locks the webhook before deliveries too.
      const failingSince = await this.noteHealth(tx, delivery, outcome);
      // False when the lease has ended: another process attempts the delivery.
      const isRecorded = await this.results.record(tx, delivery, outcome, nextAttemptAt);
      if (isRecorded && nextAttemptAt === null && itemId !== null)
        await this.deliveries.promote(tx, webhookId, [itemId]);
      const reason = failureReason(outcome, failingSince);
      if (reason !== null) await this.disabling.disable(tx, webhookId, reason);
    });
  }

  /** Writes only what has changed: a receiver that works costs no statement. */
  private async noteHealth(
    tx: InTransaction<TenantContext>,
    { webhookId, ...before }: ClaimedDelivery,
    { isSuccess, durationMs, attemptedAt }: AttemptOutcome,
  ): Promise<Date | null> {
    const isSlow = !isSuccess || durationMs > SLOW_MS;
    if (isSuccess && before.failingSince === null && isSlow === before.isSlow) return null;
    return this.webhooks.noteHealth(tx, webhookId, { failedAt: isSuccess ? null : attemptedAt, isSlow });
  }

  /** The delivery has failed, without an attempt. */
  async fail(delivery: ClaimedDelivery, error: string): Promise<void> {
    const { organizationId, webhookId, itemId } = delivery;
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      const isFailed = await this.results.fail(tx, delivery, error);
      if (isFailed && itemId !== null) await this.deliveries.promote(tx, webhookId, [itemId]);
    });
  }
}

function nextAttempt({ failures }: ClaimedDelivery, { response }: AttemptOutcome): Date | null {
  if (response?.status === GONE) return null;
  const asked = retryAfterMs(response?.headers['retry-after'], clock.nowMs());
  const delayMs = retryDelayMs(failures + 1, asked, randomInteger(0, 1_000) / 1_000);
  return delayMs === null ? null : new Date(clock.nowMs() + delayMs);
}

function failureReason({ response }: AttemptOutcome, failingSince: Date | null): FailureReason | null {
  if (response?.status === GONE) return 'gone';
  return failingSince !== null && clock.nowMs() - failingSince.getTime() >= FAILING_MS ? 'failing' : null;
}
