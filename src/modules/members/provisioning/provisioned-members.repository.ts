import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

const SET_ROLES = statement(
  'members.set-roles',
  `with before as materialized (
     select user_id, role from members
     where organization_id = $1 and user_id = any ($2) and role <> $3 and role = any ($5)
     order by user_id for no key update)
   update members set role = $3, updated_at = greatest($4::timestamptz, updated_at + interval '1 millisecond')
   from before where members.organization_id = $1 and members.user_id = before.user_id
   returning members.user_id as "userId", before.role as "previousRole"`,
);

export interface ChangedRole {
  userId: UserId;
  previousRole: OrganizationRole;
}

/** Changes many members with one statement. */
@Injectable()
export class ProvisionedMembersRepository {
  constructor(private readonly database: Database) {}

  /** Changes members whose role is in `reach`; returns those whose role was different. */
  setRoles(
    tx: InTransaction<TenantContext>,
    ids: readonly UserId[],
    role: OrganizationRole,
    reach: readonly OrganizationRole[],
  ): Promise<ChangedRole[]> {
    const values = [tx.organizationId, ids, role, clock.now(), reach];
    return this.database.query<ChangedRole>(tx, SET_ROLES, values);
  }
}
