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

/** Between two looks into the outbox: short after there was something, then twice as long each time. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
/**
 * And so many times as long as the look took: while an old transaction keeps removed rows from being cleaned up, each
 * look steps over all of them.
 */
const PAUSE_PER_LOOK = 4;
/** After a failure that is not a subscriber's: the database is away. */
const FAILURE_PAUSE_MS = 1_000;

/**
 * Carries events from the outbox to their subscribers, in processes that have the worker role (decision 0044). It
 * looks for them: a NOTIFY per change would make the commits of all writers wait for each other.
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

  /** Looks no more, and waits for the batch that is under way. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  /**
   * Delivers what is there, a transaction per batch, until nothing is left or another process has the turn. Answers how
   * many there were.
   */
  async drain(signal?: AbortSignal): Promise<number> {
    for (let batches = 0; ; batches += 1) {
      if (signal?.aborted || !(await this.deliverBatch())) return batches;
    }
  }

  private async deliverBatch(): Promise<boolean> {
    const delivered = await this.inTurn((tx) => this.delivery.deliverNext(tx));
    const retried = await this.inTurn((tx) => this.delivery.retryNext(tx));
    return delivered === true || retried === true;
  }

  /** One process at a time: two would overtake each other, and an item's second event could arrive before its first. */
  private inTurn<T>(work: (tx: InTransaction<DatabaseContext>) => Promise<T>): Promise<T | null> {
    return this.transactions.run(NO_TRANSACTION, async (tx) =>
      (await this.queue.takeTurn(tx)) ? work(tx) : null,
    );
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    let pauseMs = LONGEST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const began = performance.now();
        const hasWork = await this.queue.hasWork(this.registry.names());
        const lookMs = performance.now() - began;
        const found = hasWork && (await this.drain(signal)) > 0;
        pauseMs = found ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        await rest(Math.max(pauseMs, PAUSE_PER_LOOK * lookMs), signal);
      } catch (error) {
        // Nothing was committed, so nothing is lost.
        this.log.warn('events could not be delivered, trying again', { error });
        await rest(FAILURE_PAUSE_MS, signal);
      }
    }
  }
}

/** Ends early, and without an error, when the signal comes. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
