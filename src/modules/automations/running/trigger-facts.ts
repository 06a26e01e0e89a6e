import type { BoardId, ItemId, UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { CommittedEvent } from '../../../platform/events/committed-event';

/** What fired an automation, for its conditions, actions and template variables. */
export interface TriggerFacts {
  readonly boardId: BoardId;
  /** Null when no item triggered the automation. */
  readonly itemId: ItemId | null;
  /** Null when no user did. */
  readonly userId: UserId | null;
  /** Null for a schedule, a hook and a request of a user. */
  readonly event: CommittedEvent | null;
  /** What a hook received. */
  readonly payload: Json | null;
}
