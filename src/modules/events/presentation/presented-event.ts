import type { CommittedEvent } from '../../../platform/events/committed-event';

/** An event with the data that leaves the service; null for an internal event. */
export interface PresentedEvent {
  readonly event: CommittedEvent;
  readonly data: { readonly [field: string]: unknown } | null;
}
