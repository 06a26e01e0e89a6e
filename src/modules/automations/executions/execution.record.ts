import type { AutomationId, BoardId, EffectId, ExecutionId, ItemId, UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { EffectStatus } from '../effects/effect';
import type { TriggerType } from '../triggers';

/** How executions end (contract §8). */
export const EXECUTION_OUTCOMES = ['success', 'failed', 'skipped', 'stopped'] as const;
export type ExecutionOutcome = (typeof EXECUTION_OUTCOMES)[number];
export type ExecutionStatus = 'queued' | ExecutionOutcome;

/** The specification's triggeredBy. */
export interface TriggeredBy {
  type: TriggerType;
  itemId: ItemId | null;
  userId: UserId | null;
}

/** A mail or a request of an execution. */
export interface ExecutionEffect {
  id: EffectId;
  /** The index of the action. */
  action: number;
  status: EffectStatus;
  attempts: number;
  /** Of the last attempt. */
  error: string | null;
}

/** An execution that has ended, as read models return it. */
export interface ExecutionRecord {
  id: ExecutionId;
  automationId: AutomationId;
  status: ExecutionOutcome;
  triggeredBy: TriggeredBy;
  actionsExecuted: number;
  /** Milliseconds. */
  duration: number;
  error: string | null;
  failedAction: number | null;
  executedAt: string;
  effects: ExecutionEffect[];
}

/** An execution that has not run yet. */
export interface QueuedExecution {
  id: ExecutionId;
  automationId: AutomationId;
  boardId: BoardId;
  /** What fired the automation; it fires the automation once. */
  cause: string;
  eventSequence: number | null;
  eventDay: string | null;
  triggeredBy: TriggeredBy;
  payload: Json | null;
  depth: number;
  isManual: boolean;
  attempts: number;
}
