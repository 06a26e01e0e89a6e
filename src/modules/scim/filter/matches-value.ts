import { ScimError } from '../scim-error';
import type { FilterNode } from './filter-node';

/** Whether a value of an attribute matches the filter of a path. Text ignores case. */
export function matchesValue(node: FilterNode, value: ReadonlyMap<string, string | boolean>): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((each) => matchesValue(each, value));
    case 'or':
      return node.nodes.some((each) => matchesValue(each, value));
    case 'not':
      return !matchesValue(node.node, value);
    case 'present':
      return value.has(node.attribute);
    case 'values':
      throw new ScimError('invalidFilter', 'Nested filters are not supported');
    case 'compare': {
      const mine = String(value.get(node.attribute) ?? '').toLowerCase();
      const theirs = String(node.value).toLowerCase();
      if (node.operator === 'eq') return mine === theirs;
      if (node.operator === 'ne') return mine !== theirs;
      if (node.operator === 'co') return mine.includes(theirs);
      if (node.operator === 'sw') return mine.startsWith(theirs);
      if (node.operator === 'ew') return mine.endsWith(theirs);
      throw new ScimError('invalidFilter', 'A path supports eq, ne, co, sw and ew');
    }
  }
}
