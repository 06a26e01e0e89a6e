import type { BoardId, EventId, ItemId, OrganizationId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { DatabaseContext, InTransaction } from '../database/transaction';

/** A change that has been committed, as the outbox keeps it. */
export interface CommittedEvent {
  readonly id: EventId;
  /** Grows from event to event of one record, in the order of their commits. */
  readonly sequence: number;
  readonly organizationId: OrganizationId;
  readonly type: string;
  readonly boardId: BoardId | null;
  readonly itemId: ItemId | null;
  /** Null for what nobody did by hand. */
  readonly actorId: UserId | null;
  readonly data: { readonly [key: string]: Json };
  /** ISO 8601 in UTC. */
  readonly occurredAt: string;
}

export interface SubscriberDeclaration {
  /** Stays the same for good: it is written beside events that wait. */
  name: string;
  /** Types of the events that it wants, or all of them. */
  events: readonly string[] | 'all';
}

/**
 * Learns of committed changes. `handle` gets events of all organizations, those of one in their order, and works in
 * the transaction that takes them out of the outbox: what it writes is written exactly once. It touches the database
 * and nothing else. What goes outward is written down there and enqueued as a job.
 */
export interface EventSubscriber {
  handle(events: readonly CommittedEvent[], tx: InTransaction<DatabaseContext>): Promise<void>;
}

const DECLARATION = Symbol('subscriber');

/** Makes a provider class a subscriber of events. */
export function Subscriber(declaration: SubscriberDeclaration): ClassDecorator {
  return (target) => Reflect.defineMetadata(DECLARATION, declaration, target);
}

export function subscriberDeclaration(of: unknown): SubscriberDeclaration | undefined {
  return typeof of === 'function'
    ? (Reflect.getOwnMetadata(DECLARATION, of) as SubscriberDeclaration | undefined)
    : undefined;
}
