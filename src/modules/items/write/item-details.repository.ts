import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

const FOR_UPDATE = statement(
  'items.details-for-update',
  `select name, description, updated_at as "updatedAt" from items
   where organization_id = $1 and id = $2 and trashed_at is null for no key update`,
);

const UPDATE = statement(
  'items.update',
  `update items
   set name = $3, name_key = $4, description = $5,
     updated_at = greatest($6::timestamptz, updated_at + interval '1 millisecond')
   where organization_id = $1 and id = $2`,
);

export interface ItemDetails {
  name: string;
  description: string | null;
}

export interface VersionedDetails extends ItemDetails {
  updatedAt: string;
}

/** Names and descriptions; inside a transaction. */
@Injectable()
export class ItemDetailsRepository {
  constructor(private readonly database: Database) {}

  /** Locks an item that is not in Trash until the transaction ends. */
  async forUpdate(context: CallContext, id: ItemId): Promise<VersionedDetails | null> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<VersionedDetails>(context, FOR_UPDATE, values);
    return row ?? null;
  }

  async update(
    context: CallContext,
    id: ItemId,
    { name, nameKey, description }: ItemDetails & { nameKey: string },
  ): Promise<void> {
    const values = [context.organizationId, id, name, nameKey, description, clock.now()];
    await this.database.query(context, UPDATE, values);
  }
}
