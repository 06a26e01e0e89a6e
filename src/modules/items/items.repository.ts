import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, type ColumnId, type GroupId, type ItemId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { PreparedValues, PreviousValues } from '../columns';
import type { BoardFacts } from '../hierarchy';
import { POSITION, POSITION_JOINS } from './item-position';
import { ITEM_FIELDS } from './item.record';

const CREATE = statement(
  'items.create',
  `select item_position::float8 as position, item_values as values, item_rank as rank, wants_upkeep as "wantsUpkeep"
   from item_create($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
);

const SET_VALUE = statement(
  'items.set-value',
  `select ${ITEM_FIELDS}, ${POSITION}
   from item_set_value($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) item ${POSITION_JOINS}`,
);

const SET_VALUES = statement(
  'items.set-values',
  `select ${ITEM_FIELDS}, ${POSITION}
   from item_set_values($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) item
   ${POSITION_JOINS}`,
);

const MOVE = statement(
  'items.move',
  `select item_position::float8 as position, item_rank as rank, item_lane as lane, wants_upkeep as "wantsUpkeep"
   from item_move($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

const REORDER = statement('items.reorder', `select item_reorder($1, $2, $3, $4, $5, $6) as moved`);

const TEND = statement('items.tend-lane', `select item_lane_tend($1, $2, $3, $4)`);

const HOLD = statement(
  'items.hold',
  `select board_id as "boardId", values, created_at as "createdAt", updated_at as "updatedAt" from items
   where organization_id = $1 and id = $2 and trashed_at is null for no key update`,
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
  /** Columns that number the board's items. */
  numberColumns: ColumnId[];
  createdAt: Date;
}

export interface HeldItem {
  boardId: BoardId;
  values: PreviousValues;
  createdAt: string;
  updatedAt: string;
}

/** Where an item came to stand; upkeep is wanted when its lane's counters or ranks have grown (item_lane_tend). */
export interface Placed {
  position: number;
  rank: string;
  wantsUpkeep: boolean;
}

/** Writes of items; each hot one is a single round trip (migrations, "add-item-write-functions"). */
@Injectable()
export class ItemsRepository {
  constructor(private readonly database: Database) {}

  async create(context: CallContext, board: BoardFacts, item: NewItem): Promise<Placed & { values: string }> {
    const { set, entries } = item.values;
    const [placed] = await this.database.query<Placed & { values: string }>(context, CREATE, [
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
      entries.columnIds,
      entries.ordinals,
      entries.numberKeys,
      entries.textKeys,
      entries.refs,
      context.principal.userId,
      item.createdAt,
      newId('event'),
    ]);
    return placed!;
  }

  /** Answers the item as it is afterwards; `at` is its new time where something changes. */
  async setValues<Row>(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    values: PreparedValues,
    at: Date,
    expected?: Date,
  ): Promise<Row> {
    if (isOneRow(values)) return this.setValue(context, board, id, values, at, expected);
    const { set, cleared, touched, entries, needsSweep } = values;
    const [row] = await this.database.query<Row>(context, SET_VALUES, [
      context.organizationId,
      board.id,
      board.structureVersion,
      id,
      JSON.stringify(set),
      cleared,
      touched,
      needsSweep,
      entries.columnIds,
      entries.ordinals,
      entries.numberKeys,
      entries.textKeys,
      entries.refs,
      context.principal.userId,
      at,
      expected ?? null,
      touched.map(() => newId('event')),
    ]);
    return row!;
  }

  private async setValue<Row>(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    { set, touched, entries }: PreparedValues,
    at: Date,
    expected: Date | undefined,
  ): Promise<Row> {
    const column = touched[0]!;
    const [row] = await this.database.query<Row>(context, SET_VALUE, [
      context.organizationId,
      board.id,
      board.structureVersion,
      id,
      column,
      JSON.stringify(set[column]),
      entries.numberKeys[0],
      entries.textKeys[0],
      entries.refs[0],
      context.principal.userId,
      at,
      expected ?? null,
      newId('event'),
    ]);
    return row!;
  }

  /** Null when the item stands there already. */
  async move(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    to: { groupId: GroupId; position: number | null },
    expected?: Date,
  ): Promise<(Placed & { lane: string }) | null> {
    const [placed] = await this.database.query<Placed & { lane: string }>(context, MOVE, [
      context.organizationId,
      board.id,
      board.structureVersion,
      id,
      to.groupId,
      to.position,
      context.principal.userId,
      clock.now(),
      expected ?? null,
      newId('event'),
    ]);
    return placed ?? null;
  }

  /** False when they stand in that order already. */
  async reorder(
    context: CallContext,
    board: BoardFacts,
    lane: string,
    ids: readonly ItemId[],
  ): Promise<boolean> {
    const [row] = await this.database.query<{ moved: boolean }>(context, REORDER, [
      context.organizationId,
      board.id,
      board.structureVersion,
      lane,
      ids,
      clock.now(),
    ]);
    return row!.moved;
  }

  async tend(context: CallContext, boardId: BoardId, lane: string, rank: string): Promise<void> {
    const values = [context.organizationId, boardId, lane, rank];
    await this.database.query({ ...context, transaction: null }, TEND, values);
  }

  /** A live or archived item's board and stored values; it then stands still until the transaction ends. */
  async hold(context: CallContext, id: ItemId): Promise<HeldItem | null> {
    const [row] = await this.database.query<HeldItem>(context, HOLD, [context.organizationId, id]);
    return row ?? null;
  }
}

/** One column, whose value keeps its one index row. */
function isOneRow({ touched, entries, needsSweep }: PreparedValues): boolean {
  return touched.length === 1 && !needsSweep && entries.columnIds.length === 1;
}
