import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { type PreparedValues, retriedIfTaken } from '../../columns';
import type { Placed } from '../items.repository';

const FAMILY = statement(
  'items.family',
  `select id, parent_id as "parentId", rank::text as rank, values, trashed_at is not null as "isTrashed",
     created_at as "createdAt"
   from items
   where organization_id = $1 and (id = $2 or parent_id = $2)
   order by parent_id nulls first, rank for no key update`,
);

const RELOCATE = statement(
  'items.relocate',
  `select item_position::float8 as position, item_lane as lane, item_rank as rank, needs_maintenance as "needsMaintenance"
   from item_relocate(
     p_organization => $1, p_item => $2, p_board => $3, p_group => $4, p_position => $5, p_values => $6,
     p_columns => $7, p_ordinals => $8, p_number_keys => $9, p_text_keys => $10, p_refs => $11, p_now => $12),
     trash_entries_relocate(p_organization => $1, p_items => array[$2], p_board => $3)`,
);

export interface FamilyMember<Values> {
  id: ItemId;
  parentId: ItemId | null;
  rank: string;
  values: Values;
  isTrashed: boolean;
  createdAt: string;
}

/** Moves to another board, inside a transaction that has locked the structures of both boards. */
@Injectable()
export class ItemPlacementRepository {
  constructor(private readonly database: Database) {}

  /** The item, then its sub-items, including archived and trashed ones, with their stored values. */
  family<Values>(context: CallContext, id: ItemId): Promise<FamilyMember<Values>[]> {
    return this.database.query(context, FAMILY, [context.organizationId, id]);
  }

  async relocate(
    context: CallContext,
    id: ItemId,
    to: { boardId: BoardId; groupId: GroupId; position: number | null },
    { set, entries }: PreparedValues,
  ): Promise<Placed> {
    const values = [
      context.organizationId,
      id,
      to.boardId,
      to.groupId,
      to.position,
      JSON.stringify(set),
      entries.columnKeys,
      entries.ordinals,
      entries.numberKeys,
      entries.textKeys,
      entries.refs,
      clock.now(),
    ];
    const [placed] = await retriedIfTaken(this.database.query<Placed>(context, RELOCATE, values));
    return placed!;
  }
}
