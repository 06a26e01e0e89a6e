import { z } from 'zod';
import type { GivenCondition } from './filter-node';

/** Enough for any form that a user fills in; each condition is evaluated for every row that is read. */
export const MAX_CONDITIONS = 50;
export const MAX_DEPTH = 5;

const CONDITION_KEYS = ['columnId', 'columnName', 'operator', 'value'];

class InvalidFilter extends Error {
  constructor(
    readonly path: readonly (string | number)[],
    reason: string,
  ) {
    super(reason);
  }
}

/**
 * Conditions that are stored, in views and automations (contract §6): a list combined with AND; `{or: […]}` and `{and: […]}`
 * nest. Columns are given by id, which a renamed column keeps. Only the shape is checked here; compileFilters
 * checks columns, operators and values against the board.
 */
export const filtersSchema = conditionsSchema((condition, path) => {
  if (condition.columnName !== undefined)
    throw new InvalidFilter([...path, 'columnName'], 'Stored conditions need the columnId');
  return { ...condition, columnId: readText(condition.columnId, [...path, 'columnId']) };
});

/** `filters` of queries, whose columns can be given by name: `resolveFilters` finds them. */
export const namedFiltersSchema = conditionsSchema((condition, path): GivenCondition => {
  const { columnId, columnName } = condition;
  if (columnName === undefined) readText(columnId, [...path, 'columnId']);
  else if (columnId !== undefined)
    throw new InvalidFilter(
      [...path, 'columnName'],
      'Give the column by columnId or by columnName, not both',
    );
  return condition;
});

type NodeOf<Condition> = Condition | { and: NodeOf<Condition>[] } | { or: NodeOf<Condition>[] };

function conditionsSchema<Condition>(conditionOf: (given: GivenCondition, path: Path) => Condition) {
  return z
    .unknown()
    .meta({ type: 'array', items: { type: 'object' }, maxItems: MAX_CONDITIONS })
    .transform((input, context): NodeOf<Condition>[] => {
      try {
        return readList(input, [], 1, { conditions: 0, conditionOf });
      } catch (rejection) {
        if (!(rejection instanceof InvalidFilter)) throw rejection;
        context.addIssue({ code: 'custom', path: [...rejection.path], message: rejection.message });
        return z.NEVER;
      }
    });
}

type Path = readonly (string | number)[];

interface Reading<Condition> {
  /** Counts all conditions, at any depth. */
  conditions: number;
  conditionOf: (given: GivenCondition, path: Path) => Condition;
}

function readList<Condition>(
  input: unknown,
  path: Path,
  depth: number,
  reading: Reading<Condition>,
): NodeOf<Condition>[] {
  if (!Array.isArray(input)) throw new InvalidFilter(path, 'Must be a list of conditions');
  if (input.length > MAX_CONDITIONS)
    throw new InvalidFilter(path, `Must contain at most ${MAX_CONDITIONS} conditions`);
  return input.map((entry, at) => readNode(entry, [...path, at], depth, reading));
}

function readNode<Condition>(
  input: unknown,
  path: Path,
  depth: number,
  reading: Reading<Condition>,
): NodeOf<Condition> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidFilter(path, 'Must be a condition {columnId, operator, value}, {and: […]} or {or: […]}');
  }
  const given = new Map(Object.entries(input));
  for (const combination of ['and', 'or'] as const) {
    if (!given.has(combination)) continue;
    rejectOthers(given, [combination], path);
    if (depth === MAX_DEPTH) throw new InvalidFilter(path, `Must be nested at most ${MAX_DEPTH} levels deep`);
    const nodes = readList(given.get(combination), [...path, combination], depth + 1, reading);
    if (nodes.length === 0)
      throw new InvalidFilter([...path, combination], 'Must contain at least one condition');
    return combination === 'and' ? { and: nodes } : { or: nodes };
  }
  rejectOthers(given, CONDITION_KEYS, path);
  reading.conditions += 1;
  if (reading.conditions > MAX_CONDITIONS) {
    throw new InvalidFilter(path, `A filter can have at most ${MAX_CONDITIONS} conditions`);
  }
  const [columnId, columnName] = ['columnId', 'columnName'].map((key) =>
    given.has(key) ? readText(given.get(key), [...path, key]) : undefined,
  );
  const condition: GivenCondition = {
    ...(columnId === undefined ? {} : { columnId }),
    ...(columnName === undefined ? {} : { columnName }),
    operator: readText(given.get('operator'), [...path, 'operator']),
    value: given.get('value'),
    path: ['filters', ...path].join('.'),
  };
  return reading.conditionOf(condition, path);
}

function readText(input: unknown, path: Path): string {
  if (typeof input !== 'string')
    throw new InvalidFilter(path, input === undefined ? 'Required' : 'Must be text');
  return input;
}

function rejectOthers(given: ReadonlyMap<string, unknown>, keys: readonly string[], path: Path): void {
  for (const key of given.keys()) {
    if (!keys.includes(key)) throw new InvalidFilter([...path, key], 'Unknown key');
  }
}
