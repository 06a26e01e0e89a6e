import { AppError, InvalidInput } from '../../kernel/app-error';
import type { ItemId } from '../../kernel/ids';
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

/** A value of a unique column that another item has; without `holder`, another item of the same call. */
export interface TakenValue {
  /** The name of the column. */
  column: string;
  path: string;
  holder: ItemId | null;
}

const TAKEN_SHOWN = 20;

/** Values of unique columns that other items have (decision 0137). */
export class ValueNotUnique extends AppError {
  constructor(taken: readonly TakenValue[]) {
    const issues = taken.slice(0, TAKEN_SHOWN).map(({ column, path, holder }) => ({
      path,
      message:
        holder === null
          ? `${column}: Another item of this call has this value, and the column is unique`
          : `${column}: The item ${holder} has this value, and the column is unique`,
    }));
    super('CONFLICT', issues[0]!.message, { issues, reason: 'value_not_unique' });
  }
}

/** Another transaction wrote a value of a unique column at the same time. */
export class ValueBeingWritten extends AppError {
  /** SQLSTATE of a serialization failure: a transaction that fails with it is retried. */
  readonly driverError = { code: '40001' };

  constructor(cause: unknown) {
    super('CONFLICT', 'Another item has one of the values, and the column is unique', {
      reason: 'value_not_unique',
      cause,
    });
  }
}

export const DUPLICATES_SHOWN = 20;

/** Items have the same value in a column that is to be unique; each issue names two of them. */
export class ColumnHasDuplicates extends AppError {
  constructor(name: string, pairs: readonly (readonly [ItemId, ItemId])[]) {
    const issues = pairs.slice(0, DUPLICATES_SHOWN).map(([first, second]) => ({
      path: 'config.unique',
      message: `${name}: The items ${first} and ${second} have the same value`,
    }));
    super('CONFLICT', issues[0]!.message, { issues, reason: 'value_not_unique' });
  }
}

export class UniqueWithDefault extends InvalidInput {
  constructor() {
    super([{ path: 'defaultValue', message: 'A unique column cannot have a default value' }]);
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
