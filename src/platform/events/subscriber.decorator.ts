import type { DatabaseContext, InTransaction } from '../database/transaction';
import type { CommittedEvent } from './committed-event';
import type { EventDefinition, EventOf } from './define-event';

export interface SubscriberDeclaration<D extends EventDefinition = EventDefinition> {
  /** Never changes: it is stored beside events that wait. */
  name: string;
  /** The events to deliver, or all of them. */
  events: readonly D[] | 'all';
}

/**
 * Receives committed changes. `handle` gets events of all organizations, in order within each organization, inside the
 * transaction that records its position in the log: what it writes is written exactly once. It uses only the database.
 * For an effect outside the database, it writes a row and enqueues a job. After a replay it gets events again.
 */
export interface EventSubscriber<Event extends CommittedEvent = CommittedEvent> {
  // A property, because TypeScript checks the parameters of a method bivariantly.
  handle: (events: readonly Event[], tx: InTransaction<DatabaseContext>) => Promise<void>;
}

type SubscriberClass<Event extends CommittedEvent> = abstract new (
  ...args: never[]
) => EventSubscriber<Event>;

const DECLARATION = Symbol('subscriber');

/** Makes a provider class a subscriber of events. It compiles when `handle` takes the events that are named here. */
export function Subscriber<D extends EventDefinition>(
  declaration: SubscriberDeclaration<D>,
): (target: SubscriberClass<EventOf<D>>) => void {
  return (target) => Reflect.defineMetadata(DECLARATION, declaration, target);
}

export function subscriberDeclaration(of: unknown): SubscriberDeclaration | undefined {
  return typeof of === 'function'
    ? (Reflect.getOwnMetadata(DECLARATION, of) as SubscriberDeclaration | undefined)
    : undefined;
}
