import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, ColumnId, GroupId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { PreparedValues } from '../columns';
import type { Placed } from './items.repository';

const FAMILY = statement(
  'items.family',
  `select id, parent_id as "parentId", values, created_at as "createdAt" from items
   where organization_id = $1 and (id = $2 or parent_id = $2)
   order by parent_id nulls first, rank for no key update`,
);

const NUMBER = statement(
  'items.number',
  `update column_counters set last_number = last_number + 1 where organization_id = $1 and column_id = $2
   returning last_number::float8 as number`,
);

const RELOCATE = statement(
  'items.relocate',
  `select item_position::float8 as position, item_rank as rank, wants_upkeep as "wantsUpkeep"
   from item_relocate($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12), trash_entries_follow($1, array[$2], $3)`,
);

export interface FamilyMember<Values> {
  id: ItemId;
  parentId: ItemId | null;
  values: Values;
  createdAt: string;
}

/** Moves to another board; inside a transaction that holds both boards' structures. */
@Injectable()
export class ItemPlacementRepository {
  constructor(private readonly database: Database) {}

  /** The item, then its sub-items, archived and trashed ones too, with their stored values. */
  family<Values>(context: CallContext, id: ItemId): Promise<FamilyMember<Values>[]> {
    return this.database.query(context, FAMILY, [context.organizationId, id]);
  }

  /** The next number of an auto-number column; its row is held until the transaction ends, so none is left out. */
  async nextNumber(context: CallContext, columnId: ColumnId): Promise<number> {
    const [row] = await this.database.query<{ number: number }>(context, NUMBER, [
      context.organizationId,
      columnId,
    ]);
    return row!.number;
  }

  async relocate(
    context: CallContext,
    id: ItemId,
    to: { boardId: BoardId; groupId: GroupId; position: number | null },
    { set, entries }: PreparedValues,
  ): Promise<Placed> {
    const [placed] = await this.database.query<Placed>(context, RELOCATE, [
      context.organizationId,
      id,
      to.boardId,
      to.groupId,
      to.position,
      JSON.stringify(set),
      entries.columnIds,
      entries.ordinals,
      entries.numberKeys,
      entries.textKeys,
      entries.refs,
      clock.now(),
    ]);
    return placed!;
  }
}
