import { Injectable } from '@nestjs/common';
import { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import { BoardFiltersService } from '../../columns';
import { HierarchyService } from '../../hierarchy';
import type { itemsOrder } from '../items.schemas';
import { conditionsOf, filtered } from '../list/list-conditions';
import { digestOf } from '../list/list-digest';
import { ORDERED_MAX } from '../list/list-limits';
import { orderKeys } from './list-order';
import { OrderedItemsReadModel } from './ordered-items.read-model';

/** items.order: the ids of a whole list (contract §7). */
@Injectable()
export class ItemsOrderService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly filters: BoardFiltersService,
    private readonly reads: OrderedItemsReadModel,
  ) {}

  async order(context: CallContext, input: Input<typeof itemsOrder>): Promise<JsonText> {
    const { facts: board } = await this.hierarchy.board(context, input.boardId);
    const requested = (input.sort ?? []).map((key, at) => ({ ...key, path: `sort.${at}.by` }));
    const sorts = orderKeys(board, requested);
    const conditions = conditionsOf(board, input);
    const filters = await this.filters.compile(context, board, conditions);
    const lists = board.groups.map(({ key }) => key);
    const list = { scan: `${board.id} ${digestOf(conditions)}`, lists, lanes: lists, sorts, filters };
    const ids = await filtered(filters, () => this.reads.ids(context, list, ORDERED_MAX + 1));
    const text = ids
      .slice(0, ORDERED_MAX)
      .map((id) => `"${id}"`)
      .join();
    return new JsonText(`{"ids":[${text}]${ids.length > ORDERED_MAX ? ',"truncated":true' : ''}}`);
  }
}
