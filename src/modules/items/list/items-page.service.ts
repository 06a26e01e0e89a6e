import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import type { CellSelection } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { IncludedRecordsService } from '../included/included-records.service';
import type { ItemRecord } from '../item.record';
import { presentPage } from '../items.presenter';
import type { itemsList } from '../items.schemas';
import { ListedSubItemsReadModel } from './listed-sub-items.read-model';

/** What items.list shows with the items of a page: their sub-items, and the records that they name. */
@Injectable()
export class ItemsPageService {
  constructor(
    private readonly subItems: ListedSubItemsReadModel,
    private readonly included: IncludedRecordsService,
  ) {}

  async present(
    context: CallContext,
    board: BoardFacts,
    page: { rows: readonly ItemRecord[]; nextCursor: string | null },
    input: Pick<Input<typeof itemsList>, 'subItems' | 'include'> & { selection: CellSelection },
  ): Promise<JsonText> {
    const { rows: items, nextCursor } = page;
    const { selection, include } = input;
    const ids = items.map(({ id }) => id);
    const subItems = input.subItems ? await this.subItems.ofParents(context, ids) : null;
    const shown = [...items, ...[...(subItems?.values() ?? [])].flat()];
    const included = await this.included.of(context, board, shown, include, selection.columnIds);
    return presentPage(board, { items, nextCursor, selection, subItems, included });
  }
}
