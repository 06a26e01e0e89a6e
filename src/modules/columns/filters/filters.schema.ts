import { z } from 'zod';
import type { FilterNode } from './filter-node';

/** Enough for any form that a user fills in; each condition is evaluated for every row that is read. */
export const MAX_CONDITIONS = 50;
export const MAX_DEPTH = 5;

const CONDITION_KEYS = ['columnId', 'operator', 'value'];

class InvalidFilter extends Error {
  constructor(
    readonly path: readonly (string | number)[],
    reason: string,
  ) {
    super(reason);
  }
}

/**
 * `filters` of items.list, views and automations' conditions (contract §6): a list of conditions combined with
 * AND; `{or: […]}` and `{and: […]}` nest. Only the shape is checked here; compileFilters checks columns,
 * operators and values against the board.
 */
export const filtersSchema = z
  .unknown()
  .meta({ type: 'array', items: { type: 'object' }, maxItems: MAX_CONDITIONS })
  .transform((input, context): FilterNode[] => {
    try {
      return readList(input, [], 1, { conditions: 0 });
    } catch (rejection) {
      if (!(rejection instanceof InvalidFilter)) throw rejection;
      context.addIssue({ code: 'custom', path: [...rejection.path], message: rejection.message });
      return z.NEVER;
    }
  });

type Path = readonly (string | number)[];

function readList(input: unknown, path: Path, depth: number, count: { conditions: number }): FilterNode[] {
  if (!Array.isArray(input)) throw new InvalidFilter(path, 'Must be a list of conditions');
  if (input.length > MAX_CONDITIONS)
    throw new InvalidFilter(path, `Must contain at most ${MAX_CONDITIONS} conditions`);
  return input.map((entry, at) => readNode(entry, [...path, at], depth, count));
}

function readNode(input: unknown, path: Path, depth: number, count: { conditions: number }): FilterNode {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidFilter(path, 'Must be a condition {columnId, operator, value}, {and: […]} or {or: […]}');
  }
  const given = new Map(Object.entries(input));
  for (const combination of ['and', 'or'] as const) {
    if (!given.has(combination)) continue;
    rejectOthers(given, [combination], path);
    if (depth === MAX_DEPTH) throw new InvalidFilter(path, `Must be nested at most ${MAX_DEPTH} levels deep`);
    const nodes = readList(given.get(combination), [...path, combination], depth + 1, count);
    if (nodes.length === 0)
      throw new InvalidFilter([...path, combination], 'Must contain at least one condition');
    return combination === 'and' ? { and: nodes } : { or: nodes };
  }
  rejectOthers(given, CONDITION_KEYS, path);
  count.conditions += 1;
  if (count.conditions > MAX_CONDITIONS) {
    throw new InvalidFilter(path, `A filter can have at most ${MAX_CONDITIONS} conditions`);
  }
  return {
    columnId: readText(given.get('columnId'), [...path, 'columnId']),
    operator: readText(given.get('operator'), [...path, 'operator']),
    value: given.get('value'),
    path: ['filters', ...path].join('.'),
  };
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
