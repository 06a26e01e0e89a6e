import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { DeliveriesRepository } from '../deliveries/deliveries.repository';
import { type AttemptResult, DeliveryResultsRepository } from './delivery-results.repository';

const MAX_BATCH = 64;

interface Waiting {
  readonly result: AttemptResult;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Records attempts that have succeeded, and that say nothing new about their webhooks. Those that end while others are written are
 * written together after them: a transaction for each of them costs more than its attempt.
 */
@Injectable()
export class SuccessfulDeliveriesService {
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly results: DeliveryResultsRepository,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  /** Resolves when the result is committed. */
  record(result: AttemptResult): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ result, resolve, reject });
      if (!this.isWriting) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      await nextTurn();
      const batch = this.waiting.slice(0, MAX_BATCH);
      this.waiting = this.waiting.slice(MAX_BATCH);
      await this.write(batch);
    }
    this.isWriting = false;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.transactions.runQuietly(NO_TRANSACTION, async (tx) => {
        const recorded = await this.results.record(
          tx,
          batch.map(({ result }) => result),
        );
        await this.deliveries.promote(tx, recorded);
      });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
