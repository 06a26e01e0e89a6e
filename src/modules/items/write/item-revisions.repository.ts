import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { PreviousValues } from '../../columns';

const LOCK = statement(
  'item-revisions.lock',
  `select from items where organization_id = $1 and id = any ($2) order by id for no key update`,
);

const STATES = statement(
  'item-revisions.states',
  `select id, name, description, values from items
   where organization_id = $1 and id = any ($2) and trashed_at is null`,
);

export interface RevisedItem {
  id: ItemId;
  name: string;
  description: string | null;
  values: PreviousValues;
}

/** Items whose new state is compared with the present one. */
@Injectable()
export class ItemRevisionsRepository {
  constructor(private readonly database: Database) {}

  /** Until the transaction ends. */
  async lock(context: CallContext, ids: readonly ItemId[]): Promise<void> {
    await this.database.query(context, LOCK, [context.organizationId, ids]);
  }

  async states(context: CallContext, ids: readonly ItemId[]): Promise<Map<ItemId, RevisedItem>> {
    const rows = await this.database.query<RevisedItem>(context, STATES, [context.organizationId, ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
