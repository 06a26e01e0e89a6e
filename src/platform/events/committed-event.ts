import type { BoardId, EventId, ExecutionId, ItemId, OrganizationId, UserId } from '../../kernel/ids';

/** What an event is about, which decides the ids that it has beside its payload. */
export type Subject = 'organization' | 'board' | 'item';

/** What caused an event. */
export interface EventOrigin {
  /** The request that made the change. Absent for changes of background work. */
  readonly requestId?: string;
  /** The execution of the automation that made the change. */
  readonly executionId?: ExecutionId;
  /** How many executions led to the change, one after the other; absent when none did. */
  readonly depth?: number;
  /** The event or the execution that began the chain of these executions. */
  readonly chain?: string;
  /** The span that made the change, as the header `traceparent`. Absent unless traces record it. */
  readonly traceparent?: string;
}

/** A change that has been committed, as the event log stores it. */
export interface CommittedEvent<
  Name extends string = string,
  Payload extends object = object,
  S extends Subject = Subject,
> {
  readonly id: EventId;
  /** The number of the event among the events of all organizations: consecutive, in the order of delivery. */
  readonly position: number;
  readonly organizationId: OrganizationId;
  /** The number of the event in its organization: consecutive, and for one record in the order of the commits. */
  readonly sequence: number;
  readonly type: Name;
  readonly boardId: S extends 'organization' ? null : BoardId;
  /** The number of the event on its board, consecutive. */
  readonly boardSequence: S extends 'organization' ? null : number;
  readonly itemId: S extends 'item' ? ItemId : null;
  /** Null for a change that no user made. */
  readonly actorId: UserId | null;
  readonly origin: EventOrigin;
  readonly data: Payload;
  /** ISO 8601 in UTC. */
  readonly occurredAt: string;
  /** The day, in UTC, of the partition of the log, `YYYY-MM-DD`. */
  readonly day: string;
}
