import { Injectable } from '@nestjs/common';
import { type ItemId, newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { type Statement, statement } from '../../../platform/database/statement';
import { type InTransaction, isAlone } from '../../../platform/database/transaction';
import { actorOf, originOf } from '../../../platform/events/origin-of';
import { type PreparedValues, type PreviousValues, retriedIfTaken } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { ITEM_FIELDS } from '../item.record';
import { POSITION, POSITION_JOINS } from '../move/item-position';
import { inTime } from './item-functions';

const SET_VALUE = statement(
  'items.set-value',
  `select ${ITEM_FIELDS}, ${POSITION}
   from item_set_value(
     p_organization => $1, p_board => $2, p_version => $3, p_item => $4, p_column => $5, p_column_key => $16, p_value => $6,
     p_number_key => $7, p_text_key => $8, p_ref => $9, p_actor => $10, p_now => $11, p_expected => $12,
     p_event_id => $13, p_origin => $14) item
   ${POSITION_JOINS}
   ${inTime('$15')}`,
);

const SET_VALUES = statement(
  'items.set-values',
  `select ${ITEM_FIELDS}, ${POSITION}
   from item_set_values(
     p_organization => $1, p_board => $2, p_version => $3, p_item => $4, p_set => $5, p_cleared => $6,
     p_touched => $7, p_sweep => $8, p_columns => $9, p_ordinals => $10, p_number_keys => $11,
     p_text_keys => $12, p_refs => $13, p_actor => $14, p_now => $15, p_expected => $16,
     p_event_ids => $17, p_origin => $18) item
   ${POSITION_JOINS}
   ${inTime('$19')}`,
);

// One row of the input after the other: items are locked, and their events follow each other, in the given order.
const SET_VALUES_OF_MANY = statement(
  'items.set-values-of-many',
  `select ${ITEM_FIELDS}, ${POSITION}
   from jsonb_array_elements($7::jsonb) as each (write)
   cross join lateral item_set_values(
     p_organization => $1, p_board => $2, p_version => $3, p_item => write ->> 'id', p_set => write -> 'set',
     p_cleared => array(select jsonb_array_elements_text(write -> 'cleared')),
     p_touched => array(select jsonb_array_elements_text(write -> 'touched')),
     p_sweep => (write -> 'sweep')::boolean,
     p_columns => array(select jsonb_array_elements_text(write -> 'columnKeys')::bigint),
     p_ordinals => array(select jsonb_array_elements_text(write -> 'ordinals')::smallint),
     p_number_keys => array(select jsonb_array_elements_text(write -> 'numberKeys')::float8),
     p_text_keys => array(select jsonb_array_elements_text(write -> 'textKeys')),
     p_refs => array(select jsonb_array_elements_text(write -> 'refs')),
     p_actor => $4, p_now => $5, p_expected => null,
     p_event_ids => array(select jsonb_array_elements_text(write -> 'eventIds')), p_origin => $6) item
   ${POSITION_JOINS}`,
);

const LOCK = statement(
  'items.lock',
  `select values, created_at as "createdAt", updated_at as "updatedAt"
   from item_lock(p_organization => $1, p_board => $2, p_version => $3, p_item => $4)`,
);

export interface ValueWrite {
  /** The new time of the item, if anything changes. */
  at: Date;
  /** The time that the item must have. */
  expected?: Date | undefined;
  /** Whether the transaction of the context ends with this write. */
  endsTransaction?: boolean;
}

export interface LockedItem {
  values: PreviousValues;
  createdAt: string;
  updatedAt: string;
}

/** Values of one item, written by database functions. */
@Injectable()
export class ItemValuesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The stored values of a live or archived item of the board. The board's groups and columns, and the item, stay locked until
   * the transaction ends; rejects if they have changed.
   */
  async lock(context: CallContext, board: BoardFacts, id: ItemId): Promise<LockedItem | null> {
    const values = [context.organizationId, board.id, board.structureVersion, id];
    const [row] = await this.database.query<LockedItem>(context, LOCK, values);
    return row ?? null;
  }

  /** Returns the item after the change. */
  async setValues<Row>(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    values: PreparedValues,
    options: ValueWrite,
  ): Promise<Row> {
    if (isOneRow(values)) return this.setValue(context, board, id, values, options);
    const { set, cleared, touched, entries, needsSweep } = values;
    return this.write<Row>(context, options, SET_VALUES, [
      context.organizationId,
      board.id,
      board.structureVersion,
      id,
      JSON.stringify(set),
      cleared,
      touched,
      needsSweep,
      entries.columnKeys,
      entries.ordinals,
      entries.numberKeys,
      entries.textKeys,
      entries.refs,
      actorOf(context),
      options.at,
      options.expected ?? null,
      touched.map(() => newId('event')),
      originOf(context),
      isUnchecked(context, options),
    ]);
  }

  /** The same for several items of one transaction, with one statement. Returns the items after the change. */
  setValuesOfMany<Row>(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    items: readonly { id: ItemId; values: PreparedValues }[],
    at: Date,
  ): Promise<Row[]> {
    const writes = items.map(({ id, values: { set, cleared, touched, entries, needsSweep } }) => ({
      id,
      set,
      cleared,
      touched,
      sweep: needsSweep,
      ...entries,
      eventIds: touched.map(() => newId('event')),
    }));
    return this.database.query<Row>(tx, SET_VALUES_OF_MANY, [
      tx.organizationId,
      board.id,
      board.structureVersion,
      actorOf(tx),
      at,
      originOf(tx),
      JSON.stringify(writes),
    ]);
  }

  private async setValue<Row>(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    { set, touched, entries }: PreparedValues,
    options: ValueWrite,
  ): Promise<Row> {
    const column = touched[0]!;
    return this.write<Row>(context, options, SET_VALUE, [
      context.organizationId,
      board.id,
      board.structureVersion,
      id,
      column,
      JSON.stringify(set[column]),
      entries.numberKeys[0],
      entries.textKeys[0],
      entries.refs[0],
      actorOf(context),
      options.at,
      options.expected ?? null,
      newId('event'),
      originOf(context),
      isUnchecked(context, options),
      entries.columnKeys[0],
    ]);
  }

  private async write<Row>(
    context: CallContext,
    { endsTransaction = false }: ValueWrite,
    statement: Statement,
    values: unknown[],
  ): Promise<Row> {
    const { transaction } = context;
    const [row] = await retriedIfTaken(
      transaction !== null && endsTransaction
        ? this.database.queryLast<Row>({ ...context, transaction }, statement, values)
        : this.database.query<Row>(context, statement, values),
    );
    return row!;
  }
}

/** Whether nothing checks the caller's access between the write and its commit. */
function isUnchecked(context: CallContext, { endsTransaction = false }: ValueWrite): boolean {
  return isAlone(context) || (endsTransaction && context.lease !== undefined);
}

/** Writes one column whose value has exactly one index row. */
function isOneRow({ touched, entries, needsSweep }: PreparedValues): boolean {
  return touched.length === 1 && !needsSweep && entries.columnKeys.length === 1;
}
