import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ProcessConfig } from '../../config/process.config';
import { NO_TRANSACTION } from '../../database/database';
import { ProcessSignals } from '../../database/process-signals';
import type { DatabaseContext, InTransaction } from '../../database/transaction';
import { TransactionRunner } from '../../database/transaction-runner';
import { Log } from '../../logging/log';
import { inRootSpan } from '../../tracing/tracing';
import { PollingLoop } from '../polling-loop';
import { EventDelivery } from './event-delivery';
import { MAX_EVENTS } from '../log/event-rows';
import { type PendingWork, SubscriberPositions } from './subscriber-positions';
import { SubscriberRegistry } from './subscriber-registry';

/**
 * No one waits for subscribers as for real time, and larger batches are cheaper: at 100 changes a second, their transactions cost
 * more than what they do.
 */
const PAUSE_MS = 25;
/** What subscribers do for a change costs as much as the change. So long it waits for calls; it bounds the delay under steady load. */
const BUSY_PAUSE_MS = 3_000;

const NOTHING = { delivered: 0, hasRetried: false };

/** Delivers the log to subscribers, in processes that have the worker role and one process at a time (decision 0092). */
@Injectable()
export class SubscriberLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;
  private isRegistered = false;

  constructor(
    private readonly process: ProcessConfig,
    private readonly transactions: TransactionRunner,
    private readonly registry: SubscriberRegistry,
    private readonly positions: SubscriberPositions,
    private readonly delivery: EventDelivery,
    private readonly signals: ProcessSignals,
    private readonly log: Log,
  ) {
    this.loop = new PollingLoop({
      shortestPauseMs: PAUSE_MS,
      busyPauseMs: BUSY_PAUSE_MS,
      hasWork: () => this.hasWork(),
      work: (signal) => this.deliverFull(signal),
      onFailure: (error) => this.log.warn('events could not be delivered, retrying', { error }),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.process.has('worker')) return;
    await this.register();
    this.signals.listen('events', () => this.loop.wake());
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  async hasWork(): Promise<boolean> {
    const { hasEvents, hasBacklogs } = await this.pending();
    return hasEvents || hasBacklogs;
  }

  /** Subscribers that are new get the events that are appended from now on. */
  async register(): Promise<void> {
    if (this.isRegistered) return;
    await this.positions.register(NO_TRANSACTION, this.registry.names());
    this.isRegistered = true;
  }

  /**
   * Delivers batch after batch, each in a transaction, until no event is left or another process has the delivery lock.
   * Returns the number of batches.
   */
  async drain(signal?: AbortSignal): Promise<number> {
    for (let batches = 0; ; batches += 1) {
      if (signal?.aborted) return batches;
      const { delivered, hasRetried } = await this.deliverBatch();
      if (delivered === 0 && !hasRetried) return batches;
    }
  }

  /**
   * Delivers until a batch is not full. Events that arrive meanwhile wait for the next poll: under steady writes, batches of a few
   * events would follow each other without end.
   */
  private async deliverFull(signal: AbortSignal): Promise<boolean> {
    for (let found = false; ; found = true) {
      const { delivered, hasRetried } = signal.aborted ? NOTHING : await this.deliverBatch();
      if (delivered < MAX_EVENTS && !hasRetried) return found || delivered > 0;
    }
  }

  private async deliverBatch(): Promise<{ delivered: number; hasRetried: boolean }> {
    const { hasEvents, hasBacklogs } = await this.pending();
    if (!hasEvents && !hasBacklogs) return NOTHING;
    return inRootSpan('deliver events', {}, async (span) => {
      const delivered = hasEvents ? await this.locked((tx) => this.delivery.deliverNext(tx)) : null;
      const hasRetried = hasBacklogs && (await this.locked((tx) => this.delivery.retryNext(tx))) === true;
      span.set({ 'messaging.batch.message_count': delivered ?? 0 });
      return { delivered: delivered ?? 0, hasRetried };
    });
  }

  private pending(): Promise<PendingWork> {
    return this.positions.pending(NO_TRANSACTION, this.registry.names());
  }

  /** One process at a time: with two, the second event of an item could arrive before the first. */
  private locked<T>(work: (tx: InTransaction<DatabaseContext>) => Promise<T>): Promise<T | null> {
    return this.transactions.run(NO_TRANSACTION, async (tx) =>
      (await this.positions.acquireLock(tx)) ? work(tx) : null,
    );
  }
}
