import { AppError } from '../../../kernel/app-error';
import { ActionFailed } from '../automations.errors';
import type { ExecutionEnd } from '../executions/executions.repository';

export type ExecutionFailure = Pick<ExecutionEnd, 'actionsExecuted' | 'error' | 'failedAction'>;

/** Why an execution has failed; null for an unexpected error, after which it can succeed. */
export function failureOf(error: unknown): ExecutionFailure | null {
  if (error instanceof ActionFailed)
    return { actionsExecuted: 0, error: error.message, failedAction: error.index };
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE')
    return { actionsExecuted: 0, error: error.message, failedAction: null };
  return null;
}
