import { Injectable } from '@nestjs/common';
import { isRetryable } from '../database/database-errors';
import { statement } from '../database/statement';
import type { DatabaseContext, InTransaction } from '../database/transaction';
import { Log } from '../logging/log';
import { type Backlog, OutboxBacklogs } from './outbox-backlogs';
import { OutboxQueue } from './outbox-queue';
import { type RegisteredSubscriber, SubscriberRegistry } from './subscriber-registry';
import type { CommittedEvent } from './subscriber.decorator';

type Tx = InTransaction<DatabaseContext>;

/** An event that fails so often is given up. The waits between, each twice the one before, make two minutes. */
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_SECONDS = 1;
/** A deadlock is nobody's fault, and mostly over with the rollback; one that stays waits like any failure. */
const DEADLOCK_ATTEMPTS = 3;

const SAVEPOINT = statement('outbox.savepoint', 'savepoint delivery');
const RELEASE = statement('outbox.release', 'release savepoint delivery');
const ROLL_BACK = statement('outbox.roll-back', 'rollback to savepoint delivery');

interface Outcome {
  /** How many of the events, from the first on, were taken. */
  taken: number;
  /** What the next one failed with. */
  error: unknown;
}

/** Hands events to their subscribers; inside the transaction of whoever has the relay's turn (decision 0044). */
@Injectable()
export class EventDelivery {
  constructor(
    private readonly registry: SubscriberRegistry,
    private readonly queue: OutboxQueue,
    private readonly backlogs: OutboxBacklogs,
    private readonly log: Log,
  ) {}

  /** Takes the next events out of the outbox to all their subscribers; answers whether there were any. */
  async deliverNext(tx: Tx): Promise<boolean> {
    const events = await this.queue.take(tx);
    if (events.length === 0) return false;
    const hasBacklog = await this.backlogs.openOnes(tx, events);
    for (const registered of this.registry.all()) await this.deliver(tx, registered, events, hasBacklog);
    return true;
  }

  /** Tries again what a subscriber has failed on; answers whether anything was due. */
  async retryNext(tx: Tx): Promise<boolean> {
    const backlog = await this.backlogs.due(tx, this.registry.names());
    if (backlog === null) return false;
    const events = await this.backlogs.first(tx, backlog);
    // Behind an event that has failed by itself the others wait.
    const attempted = backlog.attempts === 0 ? events : events.slice(0, 1);
    const outcome = await this.inOrder(tx, this.registry.get(backlog.subscriber), attempted);
    await this.backlogs.remove(tx, backlog, attempted.slice(0, outcome.taken));
    if (outcome.taken === attempted.length) await this.backlogs.settle(tx, backlog, 0, 0);
    else await this.countFailure(tx, backlog, attempted[outcome.taken]!, outcome);
    return true;
  }

  private async deliver(
    tx: Tx,
    registered: RegisteredSubscriber,
    events: readonly CommittedEvent[],
    hasBacklog: (subscriber: string, organizationId: string) => boolean,
  ): Promise<void> {
    const { name } = registered;
    const wanted = events.filter(({ type }) => registered.wants(type));
    // What came before is still waiting: an organization's events keep their order.
    const late = wanted.filter(({ organizationId }) => hasBacklog(name, organizationId));
    const prompt = late.length === 0 ? wanted : wanted.filter((event) => !late.includes(event));
    await this.backlogs.add(tx, name, late);
    if (prompt.length === 0) return;
    const { taken, error } = await this.attempt(tx, registered, prompt);
    if (taken === prompt.length) return;
    this.log.warn('event subscriber failed, its events are tried again', {
      subscriber: name,
      events: prompt.length,
      error,
    });
    await this.backlogs.add(tx, name, prompt);
  }

  /** All together; when that fails one after the other, so that only what follows the bad one waits for it. */
  private async inOrder(
    tx: Tx,
    registered: RegisteredSubscriber,
    events: readonly CommittedEvent[],
  ): Promise<Outcome> {
    const together = await this.attempt(tx, registered, events);
    if (together.taken === events.length || events.length === 1) return together;
    for (const [at, event] of events.entries()) {
      const { taken, error } = await this.attempt(tx, registered, [event]);
      if (taken === 0) return { taken: at, error };
    }
    return { taken: events.length, error: null };
  }

  /** What a subscriber wrote before it failed is undone, and nothing else is. A deadlock is tried again at once. */
  private async attempt(
    tx: Tx,
    { subscriber }: RegisteredSubscriber,
    events: readonly CommittedEvent[],
  ): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      await tx.transaction.query(SAVEPOINT, []);
      try {
        await subscriber.handle(events, tx);
        await tx.transaction.query(RELEASE, []);
        return { taken: events.length, error: null };
      } catch (error) {
        await tx.transaction.query(ROLL_BACK, []);
        await tx.transaction.query(RELEASE, []);
        if (attempt === DEADLOCK_ATTEMPTS || !isRetryable(error)) return { taken: 0, error };
      }
    }
  }

  private async countFailure(
    tx: Tx,
    backlog: Backlog,
    event: CommittedEvent,
    { taken, error }: Outcome,
  ): Promise<void> {
    const attempt = (taken === 0 ? backlog.attempts : 0) + 1;
    const facts = { subscriber: backlog.subscriber, eventId: event.id, type: event.type, attempt, error };
    if (attempt < MAX_ATTEMPTS) {
      this.log.warn('event could not be delivered, it will be tried again', facts);
      await this.backlogs.settle(tx, backlog, attempt, FIRST_WAIT_SECONDS * 2 ** (attempt - 1));
    } else {
      this.log.error('event given up', facts);
      await this.backlogs.giveUp(tx, backlog, event);
      await this.backlogs.settle(tx, backlog, 0, 0);
    }
  }
}
