import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { DirectoryGroupId, UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { ScimGroupEntity } from './scim-group.entity';

const ADD = statement(
  'scim.add-group-members',
  `insert into scim_group_members (organization_id, group_id, user_id)
   select $1, $2, member.user_id from members member
   join users person on person.id = member.user_id and not person.is_service_account
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
export class ScimGroupsRepository extends TenantRepository<ScimGroupEntity> {
  constructor(database: Database) {
    super(database, ScimGroupEntity);
  }

  async create(tx: Tx, id: DirectoryGroupId, names: GroupNames): Promise<void> {
    const now = clock.now();
    await this.insert(tx, { id, ...namesOf(names), createdAt: now, updatedAt: now });
  }

  /** Also changes the version. */
  async rename(tx: Tx, id: DirectoryGroupId, names: GroupNames): Promise<void> {
    await this.update(tx, id, namesOf(names));
  }

  /** Returns the number of added members; users outside the organization and service accounts are skipped. */
  async add(tx: Tx, id: DirectoryGroupId, userIds: readonly UserId[]): Promise<number> {
    if (userIds.length === 0) return 0;
    return (await this.database.query(tx, ADD, [tx.organizationId, id, userIds])).length;
  }

  async remove(tx: Tx, id: DirectoryGroupId, userIds: readonly UserId[]): Promise<void> {
    if (userIds.length > 0) await this.database.query(tx, REMOVE, [tx.organizationId, id, userIds]);
  }
}

function namesOf({ displayName, externalId }: GroupNames) {
  return { displayName, displayNameKey: groupNameKey(displayName), externalId };
}
