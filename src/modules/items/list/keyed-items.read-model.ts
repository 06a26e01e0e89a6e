import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

// Reads the values of the board's items once, however many keys there are.
const KEYED = statement(
  'items.keyed',
  `select id, values ->> $3 as key from items
   where organization_id = $1 and board_id = $2 and trashed_at is null and values ->> $3 = any ($4)
   order by id`,
);

/** Finds items by the value of a column that identifies them. */
@Injectable()
export class KeyedItemsReadModel {
  constructor(private readonly database: Database) {}

  /** The live and archived items of the board with one of these stored values, by the value as text; several can have the same. */
  async find(
    context: CallContext,
    { boardId, columnId }: { boardId: BoardId; columnId: ColumnId },
    keys: readonly string[],
  ): Promise<Map<string, ItemId[]>> {
    const found = new Map<string, ItemId[]>();
    if (keys.length === 0) return found;
    const rows = await this.database.query<{ id: ItemId; key: string }>(context, KEYED, [
      context.organizationId,
      boardId,
      columnId,
      keys,
    ]);
    for (const { id, key } of rows) {
      const ids = found.get(key);
      if (ids === undefined) found.set(key, [id]);
      else ids.push(id);
    }
    return found;
  }
}
