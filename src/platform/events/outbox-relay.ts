import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ProcessConfig } from '../config/process.config';
import { NO_TRANSACTION } from '../database/database';
import type { DatabaseContext, InTransaction } from '../database/transaction';
import { TransactionRunner } from '../database/transaction-runner';
import { Log } from '../logging/log';
import { EventDelivery } from './event-delivery';
import { OutboxQueue } from './outbox-queue';
import { SubscriberRegistry } from './subscriber-registry';

/** The delay between two polls of the outbox: the shortest after events were found, then doubled each time. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
/**
 * The delay is at least this multiple of the poll's duration: while an old transaction keeps VACUUM from removing dead
 * rows, each poll scans all of them.
 */
const PAUSE_PER_POLL = 4;
/** The delay after a failure outside the subscribers, such as a lost database connection. */
const FAILURE_PAUSE_MS = 1_000;

/**
 * Delivers events from the outbox to their subscribers, in processes that have the worker role (decision 0044). It polls:
 * a NOTIFY per change would serialize the commits of all writers.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly process: ProcessConfig,
    private readonly transactions: TransactionRunner,
    private readonly registry: SubscriberRegistry,
    private readonly queue: OutboxQueue,
    private readonly delivery: EventDelivery,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    if (this.process.has('worker')) this.running = this.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Stops polling and waits for the batch in progress. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  /**
   * Delivers batch after batch, each in a transaction, until no event is left or another process has the relay lock.
   * Returns the number of batches.
   */
  async drain(signal?: AbortSignal): Promise<number> {
    for (let batches = 0; ; batches += 1) {
      if (signal?.aborted || !(await this.deliverBatch())) return batches;
    }
  }

  private async deliverBatch(): Promise<boolean> {
    const delivered = await this.locked((tx) => this.delivery.deliverNext(tx));
    const retried = await this.locked((tx) => this.delivery.retryNext(tx));
    return delivered === true || retried === true;
  }

  /** One process at a time: with two, the second event of an item could arrive before the first. */
  private locked<T>(work: (tx: InTransaction<DatabaseContext>) => Promise<T>): Promise<T | null> {
    return this.transactions.run(NO_TRANSACTION, async (tx) =>
      (await this.queue.acquireRelayLock(tx)) ? work(tx) : null,
    );
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    let pauseMs = LONGEST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const began = performance.now();
        const hasWork = await this.queue.hasWork(this.registry.names());
        const pollMs = performance.now() - began;
        const found = hasWork && (await this.drain(signal)) > 0;
        pauseMs = found ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        await pause(Math.max(pauseMs, PAUSE_PER_POLL * pollMs), signal);
      } catch (error) {
        // Nothing was committed, so nothing is lost.
        this.log.warn('events could not be delivered, retrying', { error });
        await pause(FAILURE_PAUSE_MS, signal);
      }
    }
  }
}

/** Resolves early, without an error, when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
