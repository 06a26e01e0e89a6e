import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { OrganizationRole } from '../../access/role';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';

const SET_ROLES = statement(
  'members.set-roles',
  `with before as materialized (
     select user_id, role from members
     where organization_id = $1 and user_id = any ($2) and role not in ('owner', $3)
     order by user_id for no key update)
   update members set role = $3, updated_at = greatest($4::timestamptz, updated_at + interval '1 millisecond')
   from before where members.organization_id = $1 and members.user_id = before.user_id
   returning members.user_id as "userId", before.role as "previousRole"`,
);

const SETTLE_INVITATION = statement(
  'members.settle-invitation',
  `update invitations set status = 'accepted', token_digest = null, updated_at = $3
   where organization_id = $1 and email_key = $2 and status = 'pending'
   returning workspace_ids as "workspaceIds", expires_at > $3 as "isValid"`,
);

export interface ChangedRole {
  userId: UserId;
  previousRole: OrganizationRole;
}

/** Writes of many members at once, and what a directory makes superfluous. */
@Injectable()
export class ProvisionedMembersRepository {
  constructor(private readonly database: Database) {}

  /** Of everybody but the owner; answers those whose role it was not. */
  setRoles(
    tx: InTransaction<TenantContext>,
    ids: readonly UserId[],
    role: OrganizationRole,
  ): Promise<ChangedRole[]> {
    return this.database.query<ChangedRole>(tx, SET_ROLES, [tx.organizationId, ids, role, clock.now()]);
  }

  /** Ends the address's invitation; answers the workspaces that it was into. */
  async settleInvitation(tx: InTransaction<TenantContext>, emailKey: string): Promise<WorkspaceId[]> {
    const values = [tx.organizationId, emailKey, clock.now()];
    const [row] = await this.database.query<{ workspaceIds: WorkspaceId[]; isValid: boolean }>(
      tx,
      SETTLE_INVITATION,
      values,
    );
    return row?.isValid ? row.workspaceIds : [];
  }
}
