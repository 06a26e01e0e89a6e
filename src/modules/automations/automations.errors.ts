import { AppError, InvalidInput } from '../../kernel/app-error';
import { AccessForbidden } from '../../access/access-errors';
import { RecordNotFound } from '../hierarchy';
import type { AutomationRecord } from './automation.record';
import { AUTOMATIONS_MAX } from './automations.schemas';

export class AutomationNotFound extends RecordNotFound {
  constructor() {
    super('automation');
  }
}

/** Only a failed execution can run again. */
export class ExecutionNotFailed extends AppError {
  constructor() {
    super('CONFLICT', 'Only an execution with the status failed can run again');
  }
}

/** The retention has removed the event of the execution. */
export class EventExpired extends AppError {
  constructor() {
    super('CONFLICT', 'The event of the execution is no longer kept');
  }
}

/** The automation changed after the version that the write expects. */
export class AutomationChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The automation has changed since it was read; read it again');
  }
}

/** Throws if the automation has changed after the version that a write expects. */
export function assertVersion({ updatedAt }: Pick<AutomationRecord, 'updatedAt'>, expected?: Date): void {
  if (expected !== undefined && expected.toISOString() !== updatedAt) throw new AutomationChanged();
}

export class AutomationLimitExceeded extends InvalidInput {
  constructor() {
    super([{ path: 'boardId', message: `A board can have at most ${AUTOMATIONS_MAX} automations` }]);
  }
}

/** The creator of the automation can no longer act on its board, whatever the actions are. */
export class CreatorCannotAct extends AccessForbidden {}

/** The automation was changed, disabled or deleted, or its board deleted, while it ran; its execution has been rolled back. */
export class RunOutdated extends Error {}

/** One of several executions in one transaction has failed, and all of them are rolled back. */
export class RunTogetherFailed extends Error {}

/** Another process runs the automations of the board. */
export class BoardIsBusy extends Error {}

/** An action could not do its work; all actions of the run are rolled back. */
export class ActionFailed extends Error {
  constructor(
    readonly index: number,
    readonly reason: AppError,
  ) {
    super(reason.message, { cause: reason });
  }
}
