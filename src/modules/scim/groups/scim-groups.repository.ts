import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { DirectoryGroupId, UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

const INSERT = statement(
  'scim.insert-group',
  `insert into scim_groups (organization_id, id, display_name, display_name_key, external_id, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)`,
);

const UPDATE = statement(
  'scim.update-group',
  `update scim_groups set display_name = $3, display_name_key = $4, external_id = $5,
     updated_at = greatest($6::timestamptz, updated_at + interval '1 millisecond')
   where organization_id = $1 and id = $2`,
);

const DELETE = statement(
  'scim.delete-group',
  'delete from scim_groups where organization_id = $1 and id = $2',
);

const ADD = statement(
  'scim.add-group-members',
  `insert into scim_group_members (organization_id, group_id, user_id)
   select $1, $2, member.user_id from members member
   where member.organization_id = $1 and member.user_id = any ($3)
   on conflict do nothing returning user_id`,
);

const REMOVE = statement(
  'scim.remove-group-members',
  'delete from scim_group_members where organization_id = $1 and group_id = $2 and user_id = any ($3)',
);

type Tx = InTransaction<TenantContext>;

export interface GroupNames {
  displayName: string;
  externalId: string | null;
}

/** The unique key of a group's name, which ignores case. */
export const groupNameKey = (displayName: string): string => displayName.normalize('NFC').toLowerCase();

@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, id: DirectoryGroupId, { displayName, externalId }: GroupNames): Promise<void> {
    const values = [tx.organizationId, id, displayName, groupNameKey(displayName), externalId, clock.now()];
    await this.database.query(tx, INSERT, values);
  }

  /** Also changes the version. */
  async update(tx: Tx, id: DirectoryGroupId, { displayName, externalId }: GroupNames): Promise<void> {
    const values = [tx.organizationId, id, displayName, groupNameKey(displayName), externalId, clock.now()];
    await this.database.query(tx, UPDATE, values);
  }

  async delete(tx: Tx, id: DirectoryGroupId): Promise<void> {
    await this.database.query(tx, DELETE, [tx.organizationId, id]);
  }

  /** Returns the number of added members; users outside the organization are skipped. */
  async add(tx: Tx, id: DirectoryGroupId, userIds: readonly UserId[]): Promise<number> {
    if (userIds.length === 0) return 0;
    return (await this.database.query(tx, ADD, [tx.organizationId, id, userIds])).length;
  }

  async remove(tx: Tx, id: DirectoryGroupId, userIds: readonly UserId[]): Promise<void> {
    if (userIds.length > 0) await this.database.query(tx, REMOVE, [tx.organizationId, id, userIds]);
  }
}
