import { emailKey } from '../../../kernel/email-key';
import { ScimError } from '../scim-error';
import type { Comparison, FilterNode, FilterValue } from './filter-node';
import type { Filterable, FilterableAttribute } from './filterable';

type Comparing = Extract<FilterNode, { kind: 'compare' }>;

const ORDER: Partial<Record<Comparison, string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' };
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * Converts a filter to an SQL condition. Stops SQL injection: values are passed in `values` and never become part of
 * the text.
 */
export function filterSql(node: FilterNode, filterable: Filterable, values: unknown[]): string {
  return new FilterSql(filterable, values).of(node);
}

class FilterSql {
  constructor(
    private readonly filterable: Filterable,
    private readonly values: unknown[],
  ) {}

  of(node: FilterNode, prefix = ''): string {
    switch (node.kind) {
      case 'and':
      case 'or':
        return `(${node.nodes.map((each) => this.of(each, prefix)).join(` ${node.kind} `)})`;
      case 'not':
        return `(${this.of(node.node, prefix)}) is not true`;
      case 'values':
        return this.ofValues(node, prefix);
      default: {
        const attribute = prefix + node.attribute;
        const [many, sub = 'value'] = attribute.split('.', 2) as [string, string?];
        const manyOf = own(this.filterable.many, many);
        if (!manyOf) return this.ofLeaf(node, own(this.filterable.attributes, attribute), attribute);
        return manyOf.exists(this.ofLeaf(node, own(manyOf.attributes, sub), attribute));
      }
    }
  }

  private ofValues({ attribute, node }: Extract<FilterNode, { kind: 'values' }>, prefix: string): string {
    const manyOf = own(this.filterable.many, attribute);
    if (manyOf && prefix === '') {
      const inner: Filterable = { attributes: manyOf.attributes, many: {} };
      return manyOf.exists(filterSql(node, inner, this.values));
    }
    const isKnown = Object.keys(this.filterable.attributes).some((name) => name.startsWith(`${attribute}.`));
    if (!isKnown || prefix !== '') throw unknown(`${prefix}${attribute}[]`);
    return this.of(node, `${attribute}.`);
  }

  private ofLeaf(
    node: Comparing | Extract<FilterNode, { kind: 'present' }>,
    attribute: FilterableAttribute | undefined,
    name: string,
  ): string {
    if (!attribute) throw unknown(name);
    if (node.kind === 'present') return `${attribute.sql} is not null`;
    if (node.value !== null) return this.compare(node, attribute, name);
    if (node.operator === 'eq') return `${attribute.sql} is null`;
    if (node.operator === 'ne') return `${attribute.sql} is not null`;
    throw mismatch(name);
  }

  private compare({ operator, value }: Comparing, attribute: FilterableAttribute, name: string): string {
    const { type, sql, candidates } = attribute;
    if (type === 'flag') {
      if (operator !== 'eq' && operator !== 'ne') throw mismatch(name);
      return `${sql} is ${operator === 'eq' ? '' : 'not '}${flagOf(value, name) ? 'true' : 'false'}`;
    }
    if (typeof value !== 'string') throw mismatch(name);
    if (type === 'time') return this.compareTime(operator, sql, value, name);
    const parameter = this.parameter(type === 'key' ? emailKey(value) : value);
    const fold = (text: string) => (type === 'text' ? `lower(${text})` : text);
    const [mine, theirs] = [fold(sql), fold(`${parameter}::text`)];
    switch (operator) {
      case 'eq':
        return `${candidates ? `${candidates(parameter)} and ` : ''}${mine} = ${theirs}`;
      case 'ne':
        return `${mine} is distinct from ${theirs}`;
      case 'co':
        return `strpos(${mine}, ${theirs}) > 0`;
      case 'sw':
        return `starts_with(${mine}, ${theirs})`;
      case 'ew':
        return `right(${mine}, length(${theirs})) = ${theirs}`;
      default:
        return `${mine} collate "C" ${ORDER[operator]!} ${theirs} collate "C"`;
    }
  }

  private compareTime(operator: Comparison, sql: string, value: string, name: string): string {
    const sign = operator === 'eq' ? '=' : operator === 'ne' ? '<>' : ORDER[operator];
    const atMs = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
    if (sign === undefined || Number.isNaN(atMs)) throw mismatch(name);
    return `${sql} ${sign} to_timestamp(${this.parameter(atMs)}::float8 / 1000)`;
  }

  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

function flagOf(value: FilterValue, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw mismatch(name);
  return text === 'true';
}

function own<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

const shown = (name: string): string => name.slice(0, 100);

function unknown(name: string): ScimError {
  return new ScimError('invalidFilter', `Unknown filter attribute ${shown(name)}`);
}

function mismatch(name: string): ScimError {
  return new ScimError('invalidFilter', `${shown(name)} cannot be compared with this value`);
}
