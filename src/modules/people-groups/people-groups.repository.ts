import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { PeopleGroupId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { PeopleGroupEntity } from './people-group.entity';

// The lock serializes creations and changes of names. The count is a later statement, whose snapshot contains what the lock has
// waited for.
const LOCK = statement(
  'people-groups.lock-organization',
  'select from organizations where id = $1 for no key update',
);

const COUNT = statement(
  'people-groups.count',
  'select count(*)::int as count from people_groups where organization_id = $1',
);

const TAKEN = statement(
  'people-groups.name-taken',
  'select from people_groups where organization_id = $1 and name_key = $2 and id is distinct from $3',
);

// Members who are removed at the same time are skipped, as are those who are in the group. In the order of the ids, so that
// calls that lock the same members do not deadlock.
const ADD = statement(
  'people-groups.add-members',
  `insert into people_group_members (organization_id, group_id, user_id, created_at)
   select $1, $2, found.user_id, $4 from (
     select user_id from members
     where organization_id = $1 and user_id = any ($3) and status = 'active' order by user_id for share) found
   on conflict do nothing returning user_id as "userId"`,
);

const REMOVE = statement(
  'people-groups.remove-members',
  `delete from people_group_members where organization_id = $1 and group_id = $2 and user_id = any ($3)
   returning user_id as "userId"`,
);

type Tx = InTransaction<TenantContext>;

/** The unique key of a group's name, which ignores case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

@Injectable()
export class PeopleGroupsRepository extends TenantRepository<PeopleGroupEntity> {
  constructor(database: Database) {
    super(database, PeopleGroupEntity);
  }

  /** The number of the organization's own groups; creations and changes of names wait until the transaction ends. */
  async lockCount(tx: Tx): Promise<number> {
    await this.database.query(tx, LOCK, [tx.organizationId]);
    const [row] = await this.database.query<{ count: number }>(tx, COUNT, [tx.organizationId]);
    return row!.count;
  }

  /** Requires `lockCount`. */
  async isTaken(tx: Tx, name: string, by: PeopleGroupId | null): Promise<boolean> {
    const values = [tx.organizationId, nameKey(name), by];
    return (await this.database.query(tx, TAKEN, values)).length > 0;
  }

  /** Returns the users who were not in the group. */
  async addMembers(tx: Tx, id: PeopleGroupId, userIds: readonly UserId[]): Promise<UserId[]> {
    const values = [tx.organizationId, id, userIds, clock.now()];
    const rows = await this.database.query<{ userId: UserId }>(tx, ADD, values);
    return rows.map(({ userId }) => userId);
  }

  /** Returns the users who were in the group. */
  async removeMembers(tx: Tx, id: PeopleGroupId, userIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await this.database.query<{ userId: UserId }>(tx, REMOVE, [tx.organizationId, id, userIds]);
    return rows.map(({ userId }) => userId);
  }
}
