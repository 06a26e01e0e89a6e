import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { Entries, EntryChanges } from './preference-entries';
import { PREFERENCES_MAX_BYTES } from './user-preferences.schemas';

const FIND = statement(
  'user-preferences.find',
  `select entries, updated_at as "updatedAt" from user_preferences where organization_id = $1 and user_id = $2`,
);

const MERGED = `(stored.entries - array(
    select name from jsonb_object_keys(stored.entries) name
    where name = any ($4) or (position('.' in name) > 0 and split_part(name, '.', 1) = any ($5)))
  ) || $3`;

// One statement, so that parallel calls that set different entries are both kept.
const CHANGE = statement(
  'user-preferences.change',
  `insert into user_preferences as stored (organization_id, user_id, entries, updated_at)
   select $1, $2, $3::jsonb, $6 where octet_length($3::jsonb::text) <= $7
   on conflict (organization_id, user_id) do update set
     entries = ${MERGED}, updated_at = greatest(excluded.updated_at, stored.updated_at + interval '1 millisecond')
   where octet_length((${MERGED})::text) <= $7
   returning entries, updated_at as "updatedAt"`,
);

export interface StoredPreferences {
  entries: Entries;
  updatedAt: string;
}

@Injectable()
export class UserPreferencesRepository {
  constructor(private readonly database: Database) {}

  async find(context: TenantContext, userId: UserId): Promise<StoredPreferences | null> {
    const values = [context.organizationId, userId];
    const [row] = await this.database.query<StoredPreferences>(context, FIND, values);
    return row ?? null;
  }

  /** Null, and nothing changes, if the entries would exceed the maximum size. */
  async change(
    context: TenantContext,
    userId: UserId,
    { set, removed, emptied }: EntryChanges,
  ): Promise<StoredPreferences | null> {
    const values = [context.organizationId, userId, JSON.stringify(set), removed, emptied];
    const [row] = await this.database.query<StoredPreferences>(context, CHANGE, [
      ...values,
      clock.now(),
      PREFERENCES_MAX_BYTES,
    ]);
    return row ?? null;
  }
}
