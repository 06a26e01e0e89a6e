import { AppError } from '../../../kernel/app-error';
import type { VariableValue } from './template-variables.service';

/** Characters of all values that one run inserts. */
const INSERTED_MAX = 1_000_000;

/**
 * The values of variables, as long as a run inserts not too many. A template of a few thousand characters can name a long
 * text hundreds of times: filled, it would use up the memory of the process.
 */
export function limitedValues(valueOf: VariableValue): VariableValue {
  let inserted = 0;
  return (name) => {
    const value = valueOf(name);
    inserted += value?.length ?? 0;
    if (inserted > INSERTED_MAX) throw new TooMuchInserted();
    return value;
  };
}

class TooMuchInserted extends AppError {
  constructor() {
    super('BAD_REQUEST', `The template variables insert more than ${INSERTED_MAX} characters`);
  }
}
