import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, type ColumnId, type GroupId, type ItemId, newId } from '../../kernel/ids';
import type { RecordKey } from '../../kernel/record-key';
import type { ActingContext, CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { isAlone } from '../../platform/database/transaction';
import { actorOf, originOf } from '../../platform/events/origin-of';
import { type PreparedValues, retriedIfTaken } from '../columns';
import type { BoardFacts } from '../hierarchy';
import { inTime } from './write/item-functions';

const CREATE = statement(
  'items.create',
  `select item_position::float8 as position, item_values as values, item_lane as lane, item_rank as rank,
     needs_maintenance as "needsMaintenance"
   from item_create(
     p_organization => $1, p_board => $2, p_version => $3, p_group => $4, p_parent => $5,
     p_position => $6, p_id => $7, p_name => $8, p_name_key => $9, p_description => $10, p_values => $11,
     p_number_columns => $12, p_columns => $13, p_ordinals => $14, p_number_keys => $15,
     p_text_keys => $16, p_refs => $17, p_creator => $18, p_actor => $19, p_now => $20, p_event_id => $21, p_origin => $22)
   ${inTime('$23')}`,
);

const MOVE = statement(
  'items.move',
  `select item_position::float8 as position, item_rank as rank, item_lane as lane, needs_maintenance as "needsMaintenance"
   from item_move(
     p_organization => $1, p_board => $2, p_version => $3, p_item => $4, p_group => $5, p_position => $6,
     p_actor => $7, p_now => $8, p_expected => $9, p_event_id => $10, p_origin => $11)
   ${inTime('$12')}`,
);

const REORDER = statement(
  'items.reorder',
  `select item_reorder(
     p_organization => $1, p_board => $2, p_version => $3, p_group => $4, p_items => $5, p_now => $6) as moved`,
);

const RANKS_IN_ORDER = statement(
  'items.ranks-in-order',
  `with placed as materialized (
     select named.at, item.rank from unnest($2::text[]) with ordinality as named (id, at)
     join items item on item.organization_id = $1 and item.id = named.id)
   select array_agg(next.rank::text order by at) as ranks, array_agg(placed.rank::text order by at) as "previousRanks"
   from placed join (select rank, row_number() over (order by rank) as at from placed) as next using (at)`,
);

// Commits asynchronously, because writers of the lane wait for its lock. If a crash loses the maintenance, a later write
// requests it again.
const MAINTAIN_LANE = statement(
  'items.maintain-lane',
  `select set_config('synchronous_commit', 'off', true), item_lane_maintain(p_board => $1, p_lane => $2, p_rank => $3)`,
);

export interface NewItem {
  id: ItemId;
  groupId: GroupId;
  parentId: ItemId | null;
  /** Null: the end. */
  position: number | null;
  name: string;
  nameKey: string;
  description: string | null;
  values: PreparedValues;
  /** Auto-number columns of the board. */
  numberColumns: ColumnId[];
  createdAt: Date;
}

/**
 * The new place of an item, and whether the counters or ranks of its lane have grown and need maintenance
 * (item_lane_maintain).
 */
export interface PlacedItem {
  lane: RecordKey;
  rank: string;
  needsMaintenance: boolean;
}

export interface Placed extends PlacedItem {
  position: number;
}

/** Writes of items; each hot write is one round trip (migrations/functions). */
@Injectable()
export class ItemsRepository {
  constructor(private readonly database: Database) {}

  async create(
    context: ActingContext,
    board: BoardFacts,
    item: NewItem,
  ): Promise<Placed & { values: string }> {
    const parameters = [...this.creationParameters(context, board, item), isAlone(context)];
    const [placed] = await retriedIfTaken(
      this.database.query<Placed & { values: string }>(context, CREATE, parameters),
    );
    return placed!;
  }

  /** The parameters of item_create, in its order, for functions that call it. */
  creationParameters(context: ActingContext, board: BoardFacts, item: NewItem): unknown[] {
    const { set, entries } = item.values;
    return [
      context.organizationId,
      board.id,
      board.structureVersion,
      item.groupId,
      item.parentId,
      item.position,
      item.id,
      item.name,
      item.nameKey,
      item.description,
      JSON.stringify(set),
      item.numberColumns,
      entries.columnKeys,
      entries.ordinals,
      entries.numberKeys,
      entries.textKeys,
      entries.refs,
      context.principal.userId,
      actorOf(context),
      item.createdAt,
      newId('event'),
      originOf(context),
    ];
  }

  /** Null when the item is already there. */
  async move(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    to: { groupId: GroupId; position: number | null },
    expected?: Date,
  ): Promise<Placed | null> {
    const [placed] = await this.database.query<Placed>(context, MOVE, [
      context.organizationId,
      board.id,
      board.structureVersion,
      id,
      to.groupId,
      to.position,
      actorOf(context),
      clock.now(),
      expected ?? null,
      newId('event'),
      originOf(context),
      isAlone(context),
    ]);
    return placed ?? null;
  }

  /** The ranks that `reorder` gives items of a group, and those that they have; the caller has locked the list. */
  async ranksInOrder(
    context: CallContext,
    ids: readonly ItemId[],
  ): Promise<{ ranks: string[]; previousRanks: string[] }> {
    const values = [context.organizationId, ids];
    const [row] = await this.database.query<{ ranks: string[]; previousRanks: string[] }>(
      context,
      RANKS_IN_ORDER,
      values,
    );
    return row!;
  }

  /** False when the items are already in that order. */
  async reorder(
    context: CallContext,
    board: BoardFacts,
    groupId: GroupId,
    ids: readonly ItemId[],
  ): Promise<boolean> {
    const [row] = await this.database.query<{ moved: boolean }>(context, REORDER, [
      context.organizationId,
      board.id,
      board.structureVersion,
      groupId,
      ids,
      clock.now(),
    ]);
    return row!.moved;
  }

  async maintain(context: TenantContext, boardId: BoardId, lane: RecordKey, rank: string): Promise<void> {
    await this.database.query({ ...context, transaction: null }, MAINTAIN_LANE, [boardId, lane, rank]);
  }
}
