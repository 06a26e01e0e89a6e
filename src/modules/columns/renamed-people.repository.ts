import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

const BATCH = 500;

// By the index of references. Rows that have the key already are not written, so that a repeat ends.
const INDEX = statement(
  'renamed-people.index',
  `update item_values set text_key = $3
   where organization_id = $1 and ref = $2 and (column_id, item_id) in (
     select column_id, item_id from item_values
     where organization_id = $1 and ref = $2 and ordinal = 0 and text_key is distinct from $3
     order by column_id, item_id limit ${BATCH} for no key update)
     and ordinal = 0
   returning 1`,
);

@Injectable()
export class RenamedPeopleRepository {
  constructor(private readonly database: Database) {}

  /** Gives a batch of the cells that a person stands first in the name's sort key; answers how many there were. */
  async index(context: TenantContext, userId: UserId, textKey: string): Promise<number> {
    const values = [context.organizationId, userId, textKey];
    return (await this.database.query(context, INDEX, values)).length;
  }
}
