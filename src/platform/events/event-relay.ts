import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ProcessConfig } from '../config/process.config';
import { Database, NO_TRANSACTION } from '../database/database';
import { ProcessSignals } from '../database/process-signals';
import { statement } from '../database/statement';
import { Log } from '../logging/log';
import { inRootSpan } from '../tracing/tracing';
import { SubscriberLoop } from './delivery/subscriber-loop';
import { EventLog } from './log/event-log';
import { MAX_EVENTS } from './log/event-rows';
import { PollingLoop } from './polling-loop';

/** Real time waits for it: half of it on average. */
const PAUSE_MS = 5;
const BUSY_PAUSE_MS = 50;

const HAS_EVENTS = statement('outbox.has-events', `select exists (select from outbox) as "hasEvents"`);

/**
 * Moves committed events from the outbox to the log, in processes that have the worker role and one process at a time: a second
 * relay could append the later event of an item first (decision 0092). A commit of this process wakes it immediately.
 */
@Injectable()
export class EventRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(
    private readonly process: ProcessConfig,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly subscribers: SubscriberLoop,
    private readonly signals: ProcessSignals,
    private readonly log: Log,
  ) {
    this.loop = new PollingLoop({
      shortestPauseMs: PAUSE_MS,
      busyPauseMs: BUSY_PAUSE_MS,
      // Real time waits for the relay: a commit that woke it has almost always written events.
      hasWork: async (isWoken) => isWoken || (await this.hasWork()),
      work: async (signal) => (await this.drain(signal)) > 0,
      onFailure: (error) => this.log.warn('events could not be appended to the log, retrying', { error }),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.process.has('worker')) return;
    // On a new installation the first events would be appended before their subscribers are known, and delivered to none.
    await this.subscribers.register();
    this.signals.listen('outbox', () => this.loop.wake());
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Appends batch after batch, each in a transaction, until a batch is not full or another process does it; returns the number of
   * batches. Events that arrived in the meantime wait for the next poll.
   */
  async drain(signal?: AbortSignal): Promise<number> {
    for (let batches = 0; ;) {
      if (signal?.aborted) return batches;
      const appended = await this.append();
      // The other process may have looked before the last commit.
      if (appended === null) this.loop.wake();
      if (!appended) return batches;
      batches += 1;
      this.signals.raise('events');
      if (appended < MAX_EVENTS) return batches;
    }
  }

  private append(): Promise<number | null> {
    return inRootSpan('relay events', {}, async (span) => {
      const appended = await this.events.append();
      span.set({ 'messaging.batch.message_count': appended ?? 0 });
      return appended;
    });
  }

  async hasWork(): Promise<boolean> {
    const [row] = await this.database.query<{ hasEvents: boolean }>(NO_TRANSACTION, HAS_EVENTS, []);
    return row!.hasEvents;
  }
}
