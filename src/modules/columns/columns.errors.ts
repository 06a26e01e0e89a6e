import { AppError, InvalidInput } from '../../kernel/app-error';
import { COLUMNS_MAX } from './columns.schemas';

/** The row moved under a write that named the version it had seen. */
export class ColumnChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The column has changed since; read it again');
  }
}

/** The board's columns were put in another order under a write that named the version it had seen. */
export class ColumnOrderChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The board has changed since; read it again');
  }
}

export class ColumnLimitExceeded extends InvalidInput {
  constructor(path: string) {
    super([{ path, message: `A board holds at most ${COLUMNS_MAX} columns` }]);
  }
}

export class LabelInUse extends InvalidInput {
  /** `key`: where the config lists them, `options` in a dropdown. */
  constructor(name: string, key: 'labels' | 'options') {
    const noun = key.slice(0, -1);
    const message = `The ${noun} "${name}" is in use; name in reassignTo the ${noun} that takes its place`;
    super([{ path: `config.${key}`, message }]);
  }
}

export class NotALabelOfColumn extends InvalidInput {
  constructor() {
    super([
      { path: 'reassignTo', message: 'Must be the id of a label, or an option, that the column keeps' },
    ]);
  }
}

/** Formulas and lookups of many items at once are beyond what one call may take. */
export class TooMuchToCompute extends AppError {
  constructor() {
    super('BAD_REQUEST', 'The formulas of so many items are too much to compute in one call: change fewer');
  }
}

export class ComputedColumnRefused extends InvalidInput {
  constructor(path: 'required' | 'defaultValue') {
    super([{ path, message: 'The values of this column are computed' }]);
  }
}
