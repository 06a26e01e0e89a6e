import { attributeName } from './attribute-name';
import { type AttributeSelection, attributeSelection } from './attribute-selection';
import type { Filterable } from '../filter/filterable';
import { filterSql } from '../filter/filter-sql';
import { parseFilter } from '../filter/parse-filter';
import { queryText } from './query-text';
import { ScimError } from '../scim-error';

const COUNT_DEFAULT = 100;
export const COUNT_MAX = 200;
const INDEX_MAX = 1_000_000_000;

/** The parameters of a list as SQL. */
export interface ListQuery {
  condition: string;
  /** The values of the condition; `$1` is the organization. */
  values: unknown[];
  order: string;
  startIndex: number;
  count: number;
  selection: AttributeSelection;
}

/** Reads the parameters of a list (RFC 7644, 3.4.2). `key` breaks ties. */
export function listQuery(
  query: Record<string, unknown>,
  { organizationId, filterable, key }: { organizationId: string; filterable: Filterable; key: string },
): ListQuery {
  const values: unknown[] = [organizationId];
  const filter = queryText(query, 'filter');
  return {
    condition: filter === undefined ? 'true' : filterSql(parseFilter(filter), filterable, values),
    values,
    order: orderOf(query, filterable, key),
    // A start index below 1 means 1, and a negative count means 0 (RFC 7644, 3.4.2.4).
    startIndex: Math.min(Math.max(1, numberOf(query, 'startIndex') ?? 1), INDEX_MAX),
    count: Math.min(Math.max(0, numberOf(query, 'count') ?? COUNT_DEFAULT), COUNT_MAX),
    selection: attributeSelection(query),
  };
}

function orderOf(query: Record<string, unknown>, { attributes }: Filterable, key: string): string {
  const sortBy = queryText(query, 'sortBy');
  if (sortBy === undefined) return key;
  const name = attributeName(sortBy);
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute) throw new ScimError('invalidValue', 'sortBy: there is no such attribute to sort by');
  const isDescending = queryText(query, 'sortOrder')?.toLowerCase() === 'descending';
  const sql = attribute.type === 'text' ? `lower(${attribute.sql})` : attribute.sql;
  return `${sql} ${isDescending ? 'desc nulls first' : 'asc nulls last'}, ${key}`;
}

function numberOf(query: Record<string, unknown>, name: string): number | undefined {
  const text = queryText(query, name);
  if (text === undefined) return undefined;
  if (!/^[+-]?\d{1,15}$/.test(text.trim()))
    throw new ScimError('invalidValue', `${name}: must be a whole number`);
  return Number(text);
}
