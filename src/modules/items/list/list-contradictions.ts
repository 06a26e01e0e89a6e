import { InvalidInput } from '../../../kernel/app-error';
import type { Input } from '../../../rpc/schema';
import type { itemsList } from '../items.schemas';

type ListInput = Input<typeof itemsList>;

/** Parameters that cannot be combined, each with those that it contradicts. */
const CONTRADICTIONS: readonly [keyof ListInput, readonly (keyof ListInput)[]][] = [
  [
    'ids',
    [
      'groupId',
      'groupIds',
      'parentId',
      'archived',
      'filters',
      'search',
      'sortBy',
      'sort',
      'viewId',
      'cursor',
      'from',
    ],
  ],
  ['viewId', ['filters', 'sortBy', 'sort']],
  ['sort', ['sortBy']],
  ['groupIds', ['groupId', 'parentId']],
  ['from', ['cursor']],
  ['subItems', ['parentId', 'archived']],
];

export function rejectContradictions(input: ListInput): void {
  const isGiven = (field: keyof ListInput) => ![undefined, null, false].includes(input[field] as undefined);
  for (const [field, others] of CONTRADICTIONS) {
    const other = isGiven(field) ? others.find(isGiven) : undefined;
    if (other !== undefined) throw InvalidInput.at(field, `Cannot be combined with ${other}`);
  }
}
