import { JsonText } from '../../../kernel/json';
import type { BoardFacts } from '../../hierarchy';
import { listedMembers } from '../items.presenter';
import { purgeAtOf } from './trash-retention';
import type { TrashedItem } from './trash.read-model';

/** A page of trash.list, each item presented with its own board. */
export function presentTrash(
  items: readonly TrashedItem[],
  boardOf: (item: TrashedItem) => BoardFacts,
  nextCursor: string | null,
): JsonText {
  const texts = items.map((item) => {
    const { trashedAt, trashedBy } = item;
    const stay = JSON.stringify({ trashedAt, trashedBy, purgeAt: purgeAtOf(trashedAt) });
    return `{${listedMembers(boardOf(item), item)},${stay.slice(1)}`;
  });
  return new JsonText(`{"items":[${texts.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}
