import { Injectable } from '@nestjs/common';
import { isRetryable } from '../database/database-errors';
import { statement } from '../database/statement';
import type { DatabaseContext, InTransaction } from '../database/transaction';
import { Log } from '../logging/log';
import type { CommittedEvent } from './committed-event';
import { type Backlog, OutboxBacklogs } from './outbox-backlogs';
import { OutboxQueue } from './outbox-queue';
import { type RegisteredSubscriber, SubscriberRegistry } from './subscriber-registry';

type Tx = InTransaction<DatabaseContext>;

/** An event is dead after this many failures. The delays double with each attempt and add up to two minutes. */
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_SECONDS = 1;
/** A rollback usually resolves a deadlock; a persistent one is delayed like any other failure. */
const DEADLOCK_ATTEMPTS = 3;

const SAVEPOINT = statement('outbox.savepoint', 'savepoint delivery');
const RELEASE = statement('outbox.release', 'release savepoint delivery');
const ROLL_BACK = statement('outbox.roll-back', 'rollback to savepoint delivery');

interface Outcome {
  /** How many of the events, from the first on, the subscriber has handled. */
  handled: number;
  /** The failure of the next event. */
  error: unknown;
}

/** Delivers events to their subscribers, inside the transaction that has the relay lock (decision 0044). */
@Injectable()
export class EventDelivery {
  constructor(
    private readonly registry: SubscriberRegistry,
    private readonly queue: OutboxQueue,
    private readonly backlogs: OutboxBacklogs,
    private readonly log: Log,
  ) {}

  /** Takes the next events out of the outbox and delivers them to all their subscribers; false when there are none. */
  async deliverNext(tx: Tx): Promise<boolean> {
    const events = await this.queue.take(tx);
    if (events.length === 0) return false;
    const hasBacklog = await this.backlogs.open(tx, events);
    for (const registered of this.registry.all()) await this.deliver(tx, registered, events, hasBacklog);
    return true;
  }

  /** Delivers the next backlog that is due; false when none is. */
  async retryNext(tx: Tx): Promise<boolean> {
    const backlog = await this.backlogs.due(tx, this.registry.names());
    if (backlog === null) return false;
    const events = await this.backlogs.first(tx, backlog);
    // Later events wait behind one that has failed.
    const attempted = backlog.attempts === 0 ? events : events.slice(0, 1);
    const outcome = await this.handleInOrder(tx, this.registry.get(backlog.subscriber), attempted);
    await this.backlogs.remove(tx, backlog, attempted.slice(0, outcome.handled));
    if (outcome.handled === attempted.length) await this.backlogs.reschedule(tx, backlog, 0, 0);
    else await this.countFailure(tx, backlog, attempted[outcome.handled]!, outcome);
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
    // Behind earlier events that still wait: an organization's events keep their order.
    const late = wanted.filter(({ organizationId }) => hasBacklog(name, organizationId));
    const prompt = late.length === 0 ? wanted : wanted.filter((event) => !late.includes(event));
    await this.backlogs.add(tx, name, late);
    if (prompt.length === 0) return;
    const { handled, error } = await this.attempt(tx, registered, prompt);
    if (handled === prompt.length) return;
    this.log.warn('event subscriber failed, retrying its events', {
      subscriber: name,
      events: prompt.length,
      error,
    });
    await this.backlogs.add(tx, name, prompt);
  }

  /** Handles all events together; after a failure one by one, so that only the events behind the failing one wait. */
  private async handleInOrder(
    tx: Tx,
    registered: RegisteredSubscriber,
    events: readonly CommittedEvent[],
  ): Promise<Outcome> {
    const together = await this.attempt(tx, registered, events);
    if (together.handled === events.length || events.length === 1) return together;
    for (const [at, event] of events.entries()) {
      const { handled, error } = await this.attempt(tx, registered, [event]);
      if (handled === 0) return { handled: at, error };
    }
    return { handled: events.length, error: null };
  }

  /** Rolls back only the writes of a subscriber that fails. Retries a deadlock immediately. */
  private async attempt(
    tx: Tx,
    { subscriber }: RegisteredSubscriber,
    events: readonly CommittedEvent[],
  ): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      await tx.transaction.send(SAVEPOINT, []);
      try {
        await subscriber.handle(events, tx);
        await tx.transaction.send(RELEASE, []);
        return { handled: events.length, error: null };
      } catch (error) {
        await tx.transaction.send(ROLL_BACK, []);
        await tx.transaction.send(RELEASE, []);
        if (attempt === DEADLOCK_ATTEMPTS || !isRetryable(error)) return { handled: 0, error };
      }
    }
  }

  private async countFailure(
    tx: Tx,
    backlog: Backlog,
    event: CommittedEvent,
    { handled, error }: Outcome,
  ): Promise<void> {
    const attempt = (handled === 0 ? backlog.attempts : 0) + 1;
    const facts = { subscriber: backlog.subscriber, eventId: event.id, type: event.type, attempt, error };
    if (attempt < MAX_ATTEMPTS) {
      this.log.warn('event could not be delivered, retrying later', facts);
      await this.backlogs.reschedule(tx, backlog, attempt, FIRST_WAIT_SECONDS * 2 ** (attempt - 1));
    } else {
      this.log.error('event is dead: every attempt to deliver it failed', facts);
      await this.backlogs.markDead(tx, backlog, event);
      await this.backlogs.reschedule(tx, backlog, 0, 0);
    }
  }
}
