import { InvalidInput } from '../../../../kernel/app-error';
import type { FilterCondition } from '../filter-node';
import type { DayCalendar } from '../day-calendar';
import { InvalidValue } from '../../../../column-types/column-type';

/** The maximum number of entries in a list. */
const MAX_VALUES = 100;

/** An id in a filter on a column or a field, which must belong to the caller's organization and be visible to the caller. */
export interface FilterReference {
  noun: 'member' | 'item' | 'file';
  id: string;
  columnId: string;
  path: string;
}

/** The caller, the time and the calendar. */
export interface FilterContext {
  userId: string;
  calendar: DayCalendar;
  /** Ids that the operands named, to be checked before the filter is used. */
  references: FilterReference[];
}

/**
 * The value of a condition, read in the form that the operator requires; errors contain the condition's path.
 */
export class Operand {
  constructor(
    private readonly condition: FilterCondition,
    readonly context: FilterContext,
  ) {}

  get path(): string {
    return `${this.condition.path}.value`;
  }

  get columnId(): string {
    return this.condition.columnId;
  }

  /** One value parsed with `parse`, whose InvalidValue becomes a validation error of this field. */
  one<T>(parse: (input: unknown) => T): T {
    return this.parsed(this.condition.value, this.path, parse);
  }

  many<T>(parse: (input: unknown) => T): T[] {
    const { value } = this.condition;
    if (!Array.isArray(value)) throw InvalidInput.at(this.path, 'Must be a list of values');
    if (value.length === 0 || value.length > MAX_VALUES) {
      throw InvalidInput.at(this.path, `Must be a list of 1 to ${MAX_VALUES} values`);
    }
    return value.map((entry, at) => this.parsed(entry, `${this.path}.${at}`, parse));
  }

  /** Two values, the first no greater than the second. */
  pair<T>(parse: (input: unknown) => T, orderOf: (value: T) => number): [T, T] {
    const { value } = this.condition;
    if (!Array.isArray(value) || value.length !== 2) {
      throw InvalidInput.at(this.path, 'Must be a list of two values: from and to');
    }
    const [from, to] = [0, 1].map((at) => this.parsed(value[at], `${this.path}.${at}`, parse)) as [T, T];
    if (orderOf(from) > orderOf(to))
      throw InvalidInput.at(this.path, 'The first value must not be above the second');
    return [from, to];
  }

  /** For operators without a value. */
  none(): void {
    const { value, operator } = this.condition;
    if (value !== undefined && value !== null) throw InvalidInput.at(this.path, `${operator} takes no value`);
  }

  isList(): boolean {
    return Array.isArray(this.condition.value);
  }

  private parsed<T>(input: unknown, path: string, parse: (input: unknown) => T): T {
    if (input === undefined || input === null) throw InvalidInput.at(path, 'Required');
    try {
      return parse(input);
    } catch (rejection) {
      if (rejection instanceof InvalidValue) throw InvalidInput.at(path, rejection.message);
      throw rejection;
    }
  }
}
