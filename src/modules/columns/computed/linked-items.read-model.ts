import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { StoredValue } from '../column-type';
import { failure } from '../values/failure';

/** Bytes of a linked value: a thousand links of a hundred items must fit into memory. */
const LINKED_VALUE_MAX = 4_000;
const TOO_LONG = JSON.stringify(failure('the value is too long for a lookup'));

export const LINKED_VALUES = statementFamily(
  'linked-items.values',
  (holds: boolean) =>
    `select linked.id, linked.created_at as "createdAt", linked.updated_at as "updatedAt", (
       select jsonb_object_agg(target, case
         when octet_length((linked.values -> target)::text) > ${LINKED_VALUE_MAX} then '${TOO_LONG}'::jsonb
         else linked.values -> target end)
       from unnest($4::text[]) as target where linked.values ? target) as values
     from items linked
     where linked.organization_id = $1 and linked.board_id = $2 and linked.id = any ($3) and linked.trashed_at is null
     ${holds ? 'order by linked.id for share of linked' : ''}`,
);

export interface LinkedItem {
  id: ItemId;
  createdAt: string;
  updatedAt: string;
  /** Of the columns that were asked for; null when it has none of them. */
  values: Record<string, StoredValue> | null;
}

@Injectable()
export class LinkedItemsReadModel {
  constructor(private readonly database: Database) {}

  /** Those of the items that are on the board and not in Trash. `holds`: they stand still until the transaction ends. */
  async values(
    context: TenantContext,
    boardId: BoardId,
    ids: readonly ItemId[],
    columnIds: readonly string[],
    holds: boolean,
  ): Promise<LinkedItem[]> {
    if (ids.length === 0 || columnIds.length === 0) return [];
    const values = [context.organizationId, boardId, ids, columnIds];
    return this.database.query<LinkedItem>(
      context,
      LINKED_VALUES(holds && context.transaction !== null),
      values,
    );
  }
}
