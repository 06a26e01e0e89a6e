import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { DeliveriesRepository } from './deliveries.repository';

/**
 * Deletes deliveries after 30 days. Not with `@Expires`: when a delivery is still pending, the next one of its item waits for it and
 * becomes due, which takes a second statement.
 */
@Scheduled({ name: 'webhooks.remove-expired-deliveries', everyMinutes: 60 })
@Injectable()
export class ExpiredDeliveriesSweep implements ScheduledWork {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  run(signal: AbortSignal): Promise<number> {
    return inBatches(
      () => this.transactions.run(NO_TRANSACTION, (tx) => this.deliveries.removeExpired(tx)),
      signal,
    );
  }
}
