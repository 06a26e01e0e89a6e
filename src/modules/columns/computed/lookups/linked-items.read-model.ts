import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../../../kernel/ids';
import { Database } from '../../../../platform/database/database';
import { statementFamily } from '../../../../platform/database/statement';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { StoredValue } from '../../../../column-types/column-type';
import { failure } from '../../../../column-types/values/failure';
import { VALUE_TOO_LONG } from './aggregate-linked';

/** Bytes of a linked value: a thousand links of a hundred items must fit into memory. */
const LINKED_VALUE_MAX = 4_000;
const TOO_LONG = JSON.stringify(failure(VALUE_TOO_LONG));

export const LINKED_VALUES = statementFamily(
  'linked-items.values',
  (lock: '' | 'for share of linked' | 'for share of linked skip locked') =>
    `select linked.id, linked.created_at as "createdAt", linked.updated_at as "updatedAt", (
       select jsonb_object_agg(target, case
         when octet_length((linked.values -> target)::text) > ${LINKED_VALUE_MAX} then '${TOO_LONG}'::jsonb
         else linked.values -> target end)
       from unnest($4::text[]) as target where linked.values ? target) as values
     from items linked
     where linked.organization_id = $1 and linked.board_id = $2 and linked.id = any ($3) and linked.trashed_at is null
     ${lock === '' ? '' : `order by linked.id ${lock}`}`,
);

/** How linked items are locked: waiting for concurrent writers, or skipping the items that they lock. */
export type Holding = 'waiting' | 'passing';

const LOCKS = { waiting: 'for share of linked', passing: 'for share of linked skip locked' } as const;

export interface LinkedItem {
  id: ItemId;
  createdAt: string;
  updatedAt: string;
  /** Of the requested columns; null when it has none of them. */
  values: Record<string, StoredValue> | null;
}

@Injectable()
export class LinkedItemsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The given items that are on the board and not in Trash. `waiting`: locks them until the transaction ends;
   * `passing`: locks them too, and omits those that another transaction is writing.
   */
  async values(
    context: TenantContext,
    boardId: BoardId,
    ids: readonly ItemId[],
    columnIds: readonly string[],
    holds: Holding | null,
  ): Promise<LinkedItem[]> {
    if (ids.length === 0 || columnIds.length === 0) return [];
    const values = [context.organizationId, boardId, ids, columnIds];
    return this.database.query<LinkedItem>(
      context,
      LINKED_VALUES(holds === null || context.transaction === null ? '' : LOCKS[holds]),
      values,
    );
  }
}
