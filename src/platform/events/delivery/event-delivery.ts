import { Injectable } from '@nestjs/common';
import { isRetryable } from '../../database/database-errors';
import type { DatabaseContext, InTransaction } from '../../database/transaction';
import { Log } from '../../logging/log';
import { errorTypeOf, inSpan, linkCauses } from '../../tracing/tracing';
import type { CommittedEvent } from '../committed-event';
import { EventLog } from '../log/event-log';
import { type Backlog, SubscriberBacklogs } from './subscriber-backlogs';
import { type SubscriberPosition, SubscriberPositions } from './subscriber-positions';
import { type RegisteredSubscriber, SubscriberRegistry } from './subscriber-registry';

type Tx = InTransaction<DatabaseContext>;

/** An event is dead after this many failures. The delays double with each attempt and add up to two minutes. */
const MAX_ATTEMPTS = 8;
const FIRST_WAIT_SECONDS = 1;
/** A rollback usually resolves a deadlock; a persistent one is delayed like any other failure. */
const DEADLOCK_ATTEMPTS = 3;

interface Outcome {
  /** How many of the events, from the first on, the subscriber has handled. */
  handled: number;
  /** The failure of the next event. */
  error: unknown;
}

/**
 * Delivers the log to subscribers, inside the transaction that has the delivery lock (decision 0092). Subscribers normally
 * share one position and get the same batch. One that is replayed has an earlier position, until it has caught up.
 */
@Injectable()
export class EventDelivery {
  constructor(
    private readonly registry: SubscriberRegistry,
    private readonly log: EventLog,
    private readonly positions: SubscriberPositions,
    private readonly backlogs: SubscriberBacklogs,
    private readonly logger: Log,
  ) {}

  /** Delivers the next events to the foremost subscribers, and to the last one that is behind; returns how many. */
  async deliverNext(tx: Tx): Promise<number> {
    const positions = await this.positions.all(tx, this.registry.names());
    const front = positions[0];
    if (front === undefined) return 0;
    const foremost = at(positions, front);
    const next = await this.following(tx, foremost, front);
    await this.deliverTo(tx, foremost, next);
    const last = positions.at(-1)!;
    if (last.position === front.position) return next.length;
    const behind = at(positions, last);
    const missed = await this.log.between(tx, last, front.position);
    if (missed.length > 0) await this.deliverTo(tx, behind, missed);
    else await this.positions.move(tx, behind, front);
    return Math.max(next.length, missed.length, 1);
  }

  /** Delivers the next backlog that is due; false when none is. */
  async retryNext(tx: Tx): Promise<boolean> {
    const backlog = await this.backlogs.due(tx, this.registry.names());
    if (backlog === null) return false;
    const registered = this.registry.get(backlog.subscriber);
    const [reached] = await this.positions.all(tx, [backlog.subscriber]);
    const { organizationId } = backlog;
    const next = await this.log.ofOrganization(tx, organizationId, backlog, reached!.position);
    if (next.length === 0) {
      await this.backlogs.close(tx, backlog);
      return true;
    }
    const wanted = next.filter(({ type }) => registered.wants(type));
    // Later events wait behind one that has failed.
    const attempted = backlog.attempts === 0 ? wanted : wanted.slice(0, 1);
    const { handled, error } = await this.handleInOrder(tx, registered, attempted);
    const failed = attempted[handled];
    const done = failed ?? wanted[handled];
    const { sequence, day } =
      done === undefined ? next.at(-1)! : { sequence: done.sequence - 1, day: done.day };
    const reachedNow = { ...backlog, sequence, day, attempts: 0 };
    if (failed === undefined) await this.backlogs.continue(tx, reachedNow);
    else
      await this.countFailure(tx, reachedNow, failed, {
        attempts: handled === 0 ? backlog.attempts : 0,
        error,
      });
    return true;
  }

  /** The next events of these subscribers; they skip events that the retention removed before their delivery. */
  private async following(
    tx: Tx,
    names: readonly string[],
    place: SubscriberPosition,
  ): Promise<CommittedEvent[]> {
    const appended = await this.log.after(tx, place);
    if (appended.length > 0) {
      this.warnOfRemoved(names, appended[0]!.position - place.position - 1);
      return appended;
    }
    const head = await this.log.head(tx);
    // The relay can have appended events since.
    const next = await this.log.between(tx, place, head.position);
    if (next.length > 0 || head.position <= place.position) return next;
    this.warnOfRemoved(names, head.position - place.position);
    await this.positions.move(tx, names, head);
    return [];
  }

  private warnOfRemoved(subscribers: readonly string[], events: number): void {
    if (events > 0)
      this.logger.warn('events were removed from the log before their delivery', { subscribers, events });
  }

  private async deliverTo(
    tx: Tx,
    names: readonly string[],
    events: readonly CommittedEvent[],
  ): Promise<void> {
    if (events.length === 0) return;
    const hasBacklog = await this.backlogs.opened(tx, events);
    for (const name of names) await this.deliver(tx, this.registry.get(name), events, hasBacklog);
    await this.positions.move(tx, names, events.at(-1)!);
  }

  private async deliver(
    tx: Tx,
    registered: RegisteredSubscriber,
    events: readonly CommittedEvent[],
    hasBacklog: (subscriber: string, organizationId: string) => boolean,
  ): Promise<void> {
    const { name } = registered;
    // A backlog reads later events of its organization from the log: an organization's events keep their order.
    const wanted = events.filter(
      ({ type, organizationId }) => registered.wants(type) && !hasBacklog(name, organizationId),
    );
    if (wanted.length === 0) return;
    const attributes = {
      'messaging.consumer.group.name': name,
      'messaging.batch.message_count': wanted.length,
    };
    const { handled, error } = await inSpan(`deliver to ${name}`, { attributes }, async (span) => {
      linkCauses(wanted.map(({ origin }) => origin.traceparent));
      const outcome = await this.attempt(tx, registered, wanted);
      if (outcome.handled < wanted.length) span.fail(errorTypeOf(outcome.error));
      return outcome;
    });
    if (handled === wanted.length) return;
    this.logger.warn('event subscriber failed, retrying its events', {
      subscriber: name,
      events: wanted.length,
      error,
    });
    await this.backlogs.open(tx, name, wanted);
  }

  /** Handles all events together; after a failure one by one, so that only the events behind the failing one wait. */
  private async handleInOrder(
    tx: Tx,
    registered: RegisteredSubscriber,
    events: readonly CommittedEvent[],
  ): Promise<Outcome> {
    if (events.length === 0) return { handled: 0, error: null };
    const together = await this.attempt(tx, registered, events);
    if (together.handled === events.length || events.length === 1) return together;
    for (const [index, event] of events.entries()) {
      const { handled, error } = await this.attempt(tx, registered, [event]);
      if (handled === 0) return { handled: index, error };
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
      try {
        await tx.transaction.savepoint(() => subscriber.handle(events, tx));
        return { handled: events.length, error: null };
      } catch (error) {
        if (attempt === DEADLOCK_ATTEMPTS || !isRetryable(error)) return { handled: 0, error };
      }
    }
  }

  private async countFailure(
    tx: Tx,
    backlog: Backlog,
    event: CommittedEvent,
    { attempts, error }: { attempts: number; error: unknown },
  ): Promise<void> {
    const attempt = attempts + 1;
    const facts = { subscriber: backlog.subscriber, eventId: event.id, type: event.type, attempt, error };
    if (attempt < MAX_ATTEMPTS) {
      this.logger.warn('event could not be delivered, retrying later', facts);
      const waitSeconds = FIRST_WAIT_SECONDS * 2 ** (attempt - 1);
      await this.backlogs.continue(tx, { ...backlog, attempts: attempt }, waitSeconds);
    } else {
      this.logger.error('event is dead: every attempt to deliver it failed', facts);
      await this.backlogs.recordFailure(tx, backlog.subscriber, event, error);
      await this.backlogs.continue(tx, { ...backlog, sequence: event.sequence, day: event.day });
    }
  }
}

/** The subscribers at the same position. */
function at(positions: readonly SubscriberPosition[], { position }: SubscriberPosition): string[] {
  return positions.filter((one) => one.position === position).map(({ name }) => name);
}
