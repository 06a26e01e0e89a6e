import { AppError, InvalidInput } from '../../kernel/app-error';
import { RecordNotFound } from '../hierarchy';
import { FORMS_MAX } from './forms.schemas';

export class FormNotFound extends RecordNotFound {
  constructor() {
    super('form');
  }
}

export class SubmissionNotFound extends RecordNotFound {
  constructor() {
    super('submission');
  }
}

/** The form changed after the version that the write expects. */
export class FormChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The form has changed since it was read; read it again');
  }
}

/** The submission changed after the version that the write expects. */
export class SubmissionChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The submission has changed since it was read; read it again');
  }
}

/** The form changed during every attempt to write a submission. */
export class FormIsChanging extends AppError {
  /** SQLSTATE of a serialization failure: a transaction that fails with it is retried. */
  readonly driverError = { code: '40001' };

  constructor() {
    super('CONFLICT', 'The form is being changed; try again');
  }
}

export class FormLimitExceeded extends InvalidInput {
  constructor() {
    super([{ path: 'boardId', message: `A board can have at most ${FORMS_MAX} forms` }]);
  }
}

export class ColumnNotOfBoard extends InvalidInput {
  constructor(path: string) {
    super([{ path, message: "Must be a column of the form's board" }]);
  }
}

export class GroupNotOfBoard extends InvalidInput {
  constructor() {
    super([{ path: 'settings.groupId', message: "Must be a group of the form's board" }]);
  }
}

export class NeverPublished extends InvalidInput {
  constructor() {
    super([{ path: 'status', message: 'A draft cannot be closed; publish it first' }]);
  }
}

export class HasSubmissions extends InvalidInput {
  constructor() {
    super([{ path: 'status', message: 'A form with submissions cannot become a draft; close it instead' }]);
  }
}

/** Visible, but not accepting submissions (specification, "Form status"). */
export class FormIsClosed extends AppError {
  constructor() {
    super('CONFLICT', 'This form no longer accepts submissions', { reason: 'form_closed' });
  }
}

export class NoFileField extends AppError {
  constructor() {
    super('BAD_REQUEST', 'This form has no file field');
  }
}

/** An item has a value of a unique column already. Without the item: respondents do not see the board. */
export class AnswerTaken extends AppError {
  constructor(fields: readonly string[]) {
    const message = 'This value was submitted already, and can be submitted only once';
    super('CONFLICT', message, {
      issues: fields.map((path) => ({ path, message })),
      reason: 'value_not_unique',
    });
  }
}

export class AlreadySubmitted extends AppError {
  constructor() {
    super('CONFLICT', 'You have already submitted this form', { reason: 'already_submitted' });
  }
}
