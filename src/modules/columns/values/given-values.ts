import { type InputIssue, InvalidInput } from '../../../kernel/app-error';
import type { BoardFacts } from '../../hierarchy';
import type { GivenValue } from '../labels/missing-labels';
import { findColumnNamed, NAMES_REJECTED_MAX } from './named-columns';

/** The values of an input: by column id, and by the names of columns. */
export interface NamedValues {
  values?: Readonly<Record<string, unknown>> | undefined;
  valuesByName?: Readonly<Record<string, unknown>> | undefined;
}

/** The same values by column id, with the place of each in the input. */
export interface GivenValues {
  values: Readonly<Record<string, unknown>>;
  pathOf: (columnId: string) => string;
}

/** Finds the columns that an input names; `within` is the path of the input's part, if it is one. */
export function givenValues(
  board: BoardFacts,
  { values = {}, valuesByName = {} }: NamedValues,
  within = '',
): GivenValues {
  const paths = new Map<string, string>();
  const named: Record<string, unknown> = {};
  const rejected: InputIssue[] = [];
  for (const [name, value] of Object.entries(valuesByName)) {
    const path = `${within}valuesByName.${name}`;
    const column = findColumnNamed(board, name);
    if (typeof column === 'string') rejected.push({ path, message: column });
    else if (Object.hasOwn(values, column.id) || paths.has(column.id))
      rejected.push({ path, message: 'The value of this column is given twice' });
    else {
      paths.set(column.id, path);
      named[column.id] = value;
    }
  }
  if (rejected.length > 0) throw new InvalidInput(rejected.slice(0, NAMES_REJECTED_MAX));
  return {
    values: { ...values, ...named },
    pathOf: (columnId) => paths.get(columnId) ?? `${within}values.${columnId}`,
  };
}

/** Each of the values, for labels that are missing. */
export function eachValue({ values, pathOf }: GivenValues): GivenValue[] {
  return Object.entries(values).map(([columnId, value]) => ({ columnId, value, path: pathOf(columnId) }));
}
