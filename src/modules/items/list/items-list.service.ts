import { Injectable } from '@nestjs/common';
import { pageOf } from '../../../kernel/cursor';
import type { RecordKey } from '../../../kernel/record-key';
import type { JsonText } from '../../../kernel/json';
import { InvalidInput } from '../../../kernel/app-error';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import { ALL_CELLS, BoardFiltersService, type CellSelection } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { ViewsService } from '../../views';
import type { ItemRecord } from '../item.record';
import { GroupOfAnotherBoard, ParentInWrongPlace } from '../items.errors';
import { ItemsReadModel } from '../items.read-model';
import { conditionsOf, filtered } from './list-conditions';
import { rejectContradictions } from './list-contradictions';
import { digestOf } from './list-digest';
import { orderKeys, type RequestedKey } from '../order/list-order';
import { ItemsListReadModel } from './items-list.read-model';
import { lanesOf, type ListQuery } from './list-query';
import { ItemsPageService } from './items-page.service';
import { OrderedItemsReadModel } from '../order/ordered-items.read-model';
import type { OrderKey } from '../order/ordered-items.statements';
import type { itemsList } from '../items.schemas';

type ListInput = Input<typeof itemsList>;

/** items.list: selects the lists, the order and what is shown of the items. */
@Injectable()
export class ItemsListService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: ItemsListReadModel,
    private readonly ordered: OrderedItemsReadModel,
    private readonly items: ItemsReadModel,
    private readonly pages: ItemsPageService,
    private readonly filters: BoardFiltersService,
    private readonly views: ViewsService,
  ) {}

  async list(context: CallContext, input: ListInput): Promise<JsonText> {
    rejectContradictions(input);
    const { facts: board } = await this.hierarchy.board(context, input.boardId);
    const selection = selectionOf(board, input);
    const page =
      input.ids === undefined
        ? pageOf(await this.rows(context, board, input), input.limit)
        : { rows: await this.named(context, board, input.ids), nextCursor: null };
    return this.pages.present(context, board, page, { ...input, selection });
  }

  /** Items of other boards are left out, like missing ones. */
  private async named(
    context: CallContext,
    board: BoardFacts,
    ids: NonNullable<ListInput['ids']>,
  ): Promise<ItemRecord[]> {
    const rows = ids.length === 0 ? [] : await this.items.records(context, ids);
    return rows.filter(({ boardId }) => boardId === board.id);
  }

  private async rows(context: CallContext, board: BoardFacts, input: ListInput): Promise<ItemRecord[]> {
    const lists = await this.lists(context, board, input);
    const view = input.viewId === undefined ? null : await this.views.shown(context, board, input.viewId);
    const requested = view === null ? requestedKeys(input) : requestedKeys(view);
    const keys = orderKeys(board, requested);
    const conditions = conditionsOf(board, view === null ? input : { ...input, filters: view.filters });
    const { groupId, groupIds, parentId, archived: isArchived, limit, cursor = null, from = 0 } = input;
    const order = requested.flatMap(({ by, dir }) => [by, dir]);
    // The directions of lists with one key, which existing cursors contain.
    const scan = [board.id, groupId, groupIds, parentId, isArchived, ...order, digestOf(conditions)].join(
      ' ',
    );
    const filters = await this.filters.compile(context, board, conditions);
    const simple = simpleOrder(keys);
    const query: ListQuery = {
      scan,
      lists: simple === 'groups reversed' ? lists.toReversed() : lists,
      isArchived,
      sort: simple === null || simple === 'groups reversed' ? null : (simple ?? null),
      filters,
      cursor,
      limit,
    };
    return filtered(filters, async () => {
      const isIndexed = simple !== undefined;
      if (isIndexed && from === 0) return this.reads.list(context, board, query);
      const found = isIndexed ? await this.reads.listFrom(context, board, query, from) : null;
      if (found !== null) return found;
      const list = {
        scan: `ordered ${scan}`,
        lists,
        lanes: lanesOf({ ...query, lists }),
        sorts: keys,
        filters,
      };
      return this.ordered.page(context, list, { cursor, from, limit });
    });
  }

  private async lists(
    context: CallContext,
    board: BoardFacts,
    input: ListInput,
  ): Promise<readonly RecordKey[]> {
    const { groupId, groupIds, parentId } = input;
    const named = groupIds ?? (groupId === undefined ? [] : [groupId]);
    // Their items are all archived or in Trash.
    const groupsThere = input.archived ? [...board.groups, ...board.archivedGroups] : board.groups;
    const existing = new Set(groupsThere.map(({ id }) => id));
    const missing = named.find((id) => !existing.has(id));
    if (missing !== undefined) {
      // A missing or hidden group is 404; a visible group of another board is 400.
      await this.hierarchy.boardOfGroup(context, missing);
      if (groupIds === undefined) throw new GroupOfAnotherBoard();
      throw InvalidInput.at(`groupIds.${groupIds.indexOf(missing)}`, 'Not a group of this board');
    }
    if (parentId !== undefined) {
      const { item } = await this.hierarchy.item(context, parentId);
      if (item.boardId !== board.id || (groupId !== undefined && item.groupId !== groupId)) {
        throw new ParentInWrongPlace();
      }
      return [item.key];
    }
    const chosen = new Set(named);
    const groups = named.length === 0 ? groupsThere : groupsThere.filter(({ id }) => chosen.has(id));
    return groups.map(({ key }) => key);
  }
}

/** The keys of the input, or of a view. */
function requestedKeys({
  sort,
  sortBy,
  sortDir,
}: Pick<ListInput, 'sortDir'> & {
  sort?: ListInput['sort'];
  sortBy?: ListInput['sortBy'] | null;
}): RequestedKey[] {
  if (sort) return sort.map((key, at) => ({ ...key, path: `sort.${at}.by` }));
  return sortBy ? [{ by: sortBy, dir: sortDir, path: 'sortBy' }] : [];
}

/** An order that an index has: null is board order. Undefined for several keys. */
function simpleOrder(keys: readonly OrderKey[]): ListQuery['sort'] | 'groups reversed' | undefined {
  const [first, ...others] = keys;
  if (first === undefined) return null;
  if (others.length > 0) return undefined;
  if ('column' in first) return first;
  return first.isDescending ? 'groups reversed' : null;
}

function selectionOf(board: BoardFacts, { columns, compact }: ListInput): CellSelection {
  if (columns === undefined && !compact) return ALL_CELLS;
  const unknown = columns?.findIndex((id) => !board.columnsById.has(id)) ?? -1;
  if (unknown >= 0) throw InvalidInput.at(`columns.${unknown}`, 'Unknown column of this board');
  return { columnIds: columns === undefined ? null : new Set(columns), isCompact: compact };
}
