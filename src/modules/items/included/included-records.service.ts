import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { type BoardFacts, type ColumnFacts, HierarchyService, type UserReference } from '../../hierarchy';
import { LinkedNamesReadModel } from './linked-names.read-model';

export const INCLUDABLE = ['people', 'links'] as const;
export type Includable = (typeof INCLUDABLE)[number];

/** The part of an item that names other records. */
export interface NamingItem {
  createdBy?: UserId;
  values: string;
}

export interface IncludedRecords {
  people?: UserReference[];
  links?: { id: ItemId; name: string; boardId: BoardId }[];
}

/**
 * The names of the records that items refer to by id: their creators, and the users and items in cells. Only those of cells of
 * people and items: an id in a text grants nothing.
 */
@Injectable()
export class IncludedRecordsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly names: LinkedNamesReadModel,
  ) {}

  async of(
    context: CallContext,
    board: BoardFacts,
    items: readonly NamingItem[],
    include: readonly Includable[],
    columnIds: ReadonlySet<ColumnFacts['id']> | null = null,
  ): Promise<IncludedRecords | null> {
    if (include.length === 0) return null;
    const named = namedIn(board, items, columnIds);
    return {
      ...(include.includes('people')
        ? { people: await this.hierarchy.memberProfiles(context, [...named.member]) }
        : {}),
      ...(include.includes('links') ? { links: await this.links(context, [...named.item]) } : {}),
    };
  }

  /** Items that the caller sees; others stay ids. */
  private async links(context: CallContext, ids: readonly ItemId[]): Promise<IncludedRecords['links']> {
    if (ids.length === 0) return [];
    const visible = await this.hierarchy.visibleItemBoards(context, ids);
    const names = await this.names.find(context, [...visible.keys()]);
    return names.map(({ id, name }) => ({ id, name, boardId: visible.get(id)! }));
  }
}

function namedIn(
  board: BoardFacts,
  items: readonly NamingItem[],
  columnIds: ReadonlySet<ColumnFacts['id']> | null,
): { member: Set<UserId>; item: Set<ItemId> } {
  const columns = board.columns.filter(
    ({ id, type }) => columnTypes[type].kind === 'reference' && (columnIds === null || columnIds.has(id)),
  );
  const member = new Set<UserId>();
  const item = new Set<ItemId>();
  for (const { createdBy, values } of items) {
    if (createdBy !== undefined) member.add(createdBy);
    if (columns.length === 0) continue;
    const cells = JSON.parse(values) as Record<string, StoredValue>;
    for (const { id, type } of columns) {
      const cell = cells[id];
      const references = cell === undefined ? null : columnTypes[type].references(cell);
      if (references?.noun === 'member') for (const each of references.ids) member.add(each as UserId);
      if (references?.noun === 'item') for (const each of references.ids) item.add(each as ItemId);
    }
  }
  return { member, item };
}
