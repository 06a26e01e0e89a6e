import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type BoardId, type ItemId, newId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { type CausedContext, originOf } from '../../../platform/events/origin-of';
import { BOARD_STRUCTURE } from '../../../platform/database/locks';
import { type Statement, statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { ChangedCells } from '../../stored-values';
import type { ComputedItem } from './computed-item';
import { BATCH_MAX_BYTES, BATCH_MAX_ITEMS } from './work-limits';
import { valuesEvents } from '../values.events';

const FIELDS = `id, values, created_at as "createdAt", updated_at as "updatedAt"`;

const LOCK_BOARD = statement('computed-values.lock-board', `select ${BOARD_STRUCTURE.shared('$1')}`);

const LOCK = statement(
  'computed-values.lock',
  `with recursive sized (at, bytes) as (
     select 0, 0::bigint
     union all
     select at + 1, bytes + coalesce(
       (select octet_length(values::text) from items
        where organization_id = $1 and board_id = $2 and id = ($3::text[])[at + 1]), 0)
     from sized where at < cardinality($3::text[]) and bytes < ${BATCH_MAX_BYTES})
   select ${FIELDS} from items
   where organization_id = $1 and board_id = $2 and id = any (($3::text[])[:(select max(at) from sized)])
   order by id for no key update`,
);

// One after the other, so that no item after the limit is measured.
export const LOCK_NEXT = statement(
  'computed-values.lock-next',
  `with recursive sized (at, id, bytes) as (
     select 0, $3::text collate "C", 0::bigint
     union all
     select at + 1, item.id, bytes + octet_length(item.values::text)
     from sized cross join lateral (
       select id, values from items
       where organization_id = $1 and board_id = $2 and items.id > sized.id order by items.id limit 1) item
     where at < ${BATCH_MAX_ITEMS} and bytes < ${BATCH_MAX_BYTES})
   select ${FIELDS} from items
   where organization_id = $1 and board_id = $2 and id > $3 and id <= (select max(id) from sized)
   order by id for no key update`,
);

const ARE_LEFT = statement(
  'computed-values.are-left',
  `select from items where organization_id = $1 and board_id = $2 and id = any ($3) limit 1`,
);

const IS_NEXT = statement(
  'computed-values.is-next',
  `select from items where organization_id = $1 and board_id = $2 and id > $3 limit 1`,
);

// No actor: the change follows from a change elsewhere.
const ANNOUNCE = statement(
  'computed-values.announce',
  `insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
   select event.id, $1, '${valuesEvents.changed.name}', $2, event.item_id, null,
     jsonb_build_object('columnId', event.column_id, 'value', event.value, 'previousValue', event.previous), $3, $5
   from json_to_recordset($4) as event (id text, item_id text, column_id text, value jsonb, previous jsonb)`,
);

export interface LockedItem extends ComputedItem {
  id: ItemId;
}

/**
 * Items whose computed columns are computed afterwards; all inside a transaction. No item gets a new version.
 */
@Injectable()
export class ComputedValuesRepository {
  constructor(private readonly database: Database) {}

  /** Locks the board's columns until the transaction ends; call before its facts are read. */
  async lockBoard(context: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(context, LOCK_BOARD, [boardId]);
  }

  /**
   * The given items that are on the board, in any state, in their order; locked until the transaction ends. Omits
   * the last ones if they exceed a batch; empty when none is left.
   */
  lock(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    ids: readonly ItemId[],
  ): Promise<LockedItem[]> {
    return this.held(context, [LOCK, ARE_LEFT], [context.organizationId, boardId, ids]);
  }

  /** The next items of a board by id, up to a batch; empty after the last. */
  lockNext(context: InTransaction<TenantContext>, boardId: BoardId, after: string): Promise<LockedItem[]> {
    return this.held(context, [LOCK_NEXT, IS_NEXT], [context.organizationId, boardId, after]);
  }

  /** An event for each cell. */
  async publish(
    context: InTransaction<TenantContext & CausedContext>,
    boardId: BoardId,
    changes: readonly ChangedCells[],
  ): Promise<void> {
    const events = changes.flatMap(({ id, set, cleared, previous }) =>
      [...Object.keys(set), ...cleared].map((columnId) => ({
        id: newId('event'),
        item_id: id,
        column_id: columnId,
        value: set[columnId] ?? null,
        previous: previous[columnId] ?? null,
      })),
    );
    const values = [context.organizationId, boardId, clock.now(), JSON.stringify(events), originOf(context)];
    if (events.length > 0) await this.database.query(context, ANNOUNCE, values);
  }

  /**
   * A batch can be empty before the end if its items were deleted while it waited: the next call returns what
   * follows.
   */
  private async held(
    context: InTransaction<TenantContext>,
    [hold, more]: readonly [Statement, Statement],
    values: unknown[],
  ): Promise<LockedItem[]> {
    for (;;) {
      const items = await this.database.query<LockedItem>(context, hold, values);
      if (items.length > 0 || (await this.database.query(context, more, values)).length === 0) return items;
    }
  }
}
