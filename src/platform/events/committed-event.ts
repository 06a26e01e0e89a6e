import type { BoardId, EventId, ItemId, OrganizationId, UserId } from '../../kernel/ids';

/** What an event is about, which decides the ids that it has beside its payload. */
export type Subject = 'organization' | 'board' | 'item';

/** A change that has been committed, as the outbox stores it. */
export interface CommittedEvent<
  Name extends string = string,
  Payload extends object = object,
  S extends Subject = Subject,
> {
  readonly id: EventId;
  /** Grows from event to event of one record, in the order of their commits. */
  readonly sequence: number;
  readonly organizationId: OrganizationId;
  readonly type: Name;
  readonly boardId: S extends 'organization' ? null : BoardId;
  readonly itemId: S extends 'item' ? ItemId : null;
  /** Null for a change that no user made. */
  readonly actorId: UserId | null;
  readonly data: Payload;
  /** ISO 8601 in UTC. */
  readonly occurredAt: string;
}
