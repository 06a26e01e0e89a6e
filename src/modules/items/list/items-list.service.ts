import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { pageOf } from '../../../kernel/cursor';
import type { ColumnId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import { BoardFiltersService, holdsResults, sortOrderOf } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import type { ItemRecord } from '../item.record';
import { GroupOfAnotherBoard, ParentInWrongPlace } from '../items.errors';
import { presentPage } from '../items.presenter';
import { conditionsOf, filtered } from './list-conditions';
import { digestOf } from './list-digest';
import { ItemsListReadModel } from './items-list.read-model';
import type { ListQuery, Sort } from './list-query';
import type { itemsList } from '../items.schemas';

/** Fields of every item that have a sort order of their own. */
type ItemField = 'name' | 'createdBy' | 'createdAt' | 'updatedAt';

type ListInput = Input<typeof itemsList>;

/** items.list: selects the lists and the order. */
@Injectable()
export class ItemsListService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: ItemsListReadModel,
    private readonly filters: BoardFiltersService,
  ) {}

  async list(context: CallContext, input: ListInput): Promise<JsonText> {
    const { facts: board } = await this.hierarchy.board(context, input.boardId);
    const lists = await this.lists(context, board, input);
    const sort = sortOf(board, input);
    const { groupId, parentId, archived, sortBy, sortDir } = input;
    const filters = conditionsOf(input);
    const scan = [board.id, groupId, parentId, archived, sortBy, sortDir, digestOf(filters)].join(' ');
    const rows = await this.rows(context, board, {
      scan,
      lists: sort === 'groups reversed' ? lists.toReversed() : lists,
      isArchived: input.archived,
      sort: sort === 'groups reversed' ? null : sort,
      filters: await this.filters.compile(context, board, filters),
      cursor: input.cursor ?? null,
      limit: input.limit,
    });
    const page = pageOf(rows, input.limit);
    return presentPage(board, page.rows, page.nextCursor);
  }

  private rows(context: CallContext, board: BoardFacts, query: ListQuery): Promise<ItemRecord[]> {
    return filtered(query.filters, () => this.reads.list(context, board, query));
  }

  private async lists(
    context: CallContext,
    board: BoardFacts,
    input: ListInput,
  ): Promise<readonly RecordKey[]> {
    const { groupId, parentId } = input;
    const group = groupId === undefined ? undefined : board.groupsById.get(groupId);
    if (groupId !== undefined && group === undefined) {
      // A missing or hidden group is 404; a visible group of another board is 400.
      await this.hierarchy.boardOfGroup(context, groupId);
      throw new GroupOfAnotherBoard();
    }
    if (parentId !== undefined) {
      const { item } = await this.hierarchy.item(context, parentId);
      if (item.boardId !== board.id || (groupId !== undefined && item.groupId !== groupId)) {
        throw new ParentInWrongPlace();
      }
      return [item.key];
    }
    return group === undefined ? board.groups.map(({ key }) => key) : [group.key];
  }
}

/** Null: board order. Sorting by the group, or by a column that stores nothing, means the same. */
function sortOf(board: BoardFacts, { sortBy, sortDir }: ListInput): Sort | 'groups reversed' | null {
  const isDescending = sortDir === 'desc';
  switch (sortBy) {
    case undefined:
      return null;
    case 'groupId':
      return isDescending ? 'groups reversed' : null;
    case 'name':
    case 'createdBy':
    case 'createdAt':
    case 'updatedAt':
      return { column: null, order: { by: sortBy as ItemField }, isDescending, mayLag: false };
    default: {
      const column = board.columnsById.get(sortBy as ColumnId);
      if (!column) throw InvalidInput.at('sortBy', 'Unknown column of this board');
      const order = sortOrderOf(column);
      if (order.by === 'nothing') return null;
      return { column, order, isDescending, mayLag: holdsResults(column) };
    }
  }
}
