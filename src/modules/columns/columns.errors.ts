import { AppError, InvalidInput } from '../../kernel/app-error';
import { COLUMNS_MAX } from './columns.schemas';

/** The column changed after the version that the write expects. */
export class ColumnChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The column has changed since it was read; read it again');
  }
}

/** A background job still writes, or reads, the values of the column. */
export class ColumnIsChanging extends AppError {
  constructor() {
    super(
      'CONFLICT',
      'The values of this column are being changed in the background; columns.list shows the progress. Try again when the change has ended',
    );
  }
}

/** A background job has yet to write values of items that would be copied. */
export class BoardIsChanging extends AppError {
  constructor() {
    super(
      'CONFLICT',
      'The values of a column of the board are being changed in the background; columns.list shows the progress. Try again when the change has ended',
    );
  }
}

/** The order of the board's columns changed after the version that the write expects. */
export class ColumnOrderChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The board has changed since it was read; read it again');
  }
}

export class ColumnLimitExceeded extends InvalidInput {
  constructor(path: string) {
    super([{ path, message: `A board can have at most ${COLUMNS_MAX} columns` }]);
  }
}

export class LabelInUse extends InvalidInput {
  /** `key`: where the config lists labels, `options` in a dropdown. */
  constructor(name: string, key: 'labels' | 'options') {
    const noun = key.slice(0, -1);
    const message = `The ${noun} "${name}" is in use; set reassignTo to the ${noun} that replaces it`;
    super([{ path: `config.${key}`, message }]);
  }
}

export class LabelNotFound extends AppError {
  constructor(key: 'labels' | 'options') {
    const message = `The column has no such ${key.slice(0, -1)}`;
    super('NOT_FOUND', message, { issues: [{ path: 'labelId', message }] });
  }
}

export class NotALabelOfColumn extends InvalidInput {
  constructor() {
    super([
      { path: 'reassignTo', message: 'Must be the id of a label, or an option, that the column keeps' },
    ]);
  }
}

/** The formulas and lookups of a call on many items exceed its limit. */
export class TooMuchToCompute extends AppError {
  constructor() {
    super(
      'BAD_REQUEST',
      'The formulas of this many items cannot be computed in one call; change fewer items',
    );
  }
}

export class ComputedColumnNotWritable extends InvalidInput {
  constructor(path: 'required' | 'defaultValue') {
    super([{ path, message: 'The values of this column are computed' }]);
  }
}
