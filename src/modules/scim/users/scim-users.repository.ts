import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email-key';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { UserDraft } from './user-draft';

const NEXT_VERSION = `updated_at = greatest(excluded.updated_at, saved.updated_at + interval '1 millisecond')`;

const SAVE = statement(
  'scim.save-user',
  `insert into scim_users as saved
     (organization_id, user_id, user_name, user_name_key, external_id, display_name, formatted_name, given_name,
      family_name, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
   on conflict (organization_id, user_id) do update set
     user_name = excluded.user_name, user_name_key = excluded.user_name_key,
     external_id = excluded.external_id, display_name = excluded.display_name,
     formatted_name = excluded.formatted_name, given_name = excluded.given_name,
     family_name = excluded.family_name, ${NEXT_VERSION}`,
);

// Inserts in the order of ids, to avoid deadlocks.
const TOUCH = statement(
  'scim.touch-users',
  `insert into scim_users as saved (organization_id, user_id, created_at, updated_at)
   select $1, id, $3, $3 from unnest($2::text[]) as each (id) order by id
   on conflict (organization_id, user_id) do update set ${NEXT_VERSION}`,
);

@Injectable()
export class ScimUsersRepository {
  constructor(private readonly database: Database) {}

  async save(tx: InTransaction<TenantContext>, userId: UserId, draft: UserDraft): Promise<void> {
    await this.database.query(tx, SAVE, [
      tx.organizationId,
      userId,
      draft.userName,
      emailKey(draft.userName),
      draft.externalId,
      draft.displayName,
      draft.formattedName,
      draft.givenName,
      draft.familyName,
      clock.now(),
    ]);
  }

  /** Changes the versions of members, because their groups are part of the resource. */
  async touch(tx: InTransaction<TenantContext>, ids: readonly UserId[]): Promise<void> {
    if (ids.length > 0) await this.database.query(tx, TOUCH, [tx.organizationId, ids, clock.now()]);
  }
}
