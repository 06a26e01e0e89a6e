import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { ProvisionedMembersService, type ProvisionedRole } from '../../members';
import { DirectoryRulesService, mapsAdmins, roleOfGroups } from '../../sso';
import { ScimAuditService, type ScimTx } from '../scim-audit.service';
import { ScimGroupsReadModel } from './scim-groups.read-model';

/** Sets roles from groups, with the same mapping as single sign-on. */
@Injectable()
export class GroupRolesService {
  constructor(
    private readonly rules: DirectoryRulesService,
    private readonly groups: ScimGroupsReadModel,
    private readonly members: ProvisionedMembersService,
    private readonly audit: ScimAuditService,
  ) {}

  /**
   * Sets the highest role of each user's mapped groups, or the default role for users in no mapped group. Only if one
   * of the changed groups is mapped, so that other groups never change a role.
   */
  async apply(tx: ScimTx, userIds: readonly UserId[], names: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    const rules = await this.rules.roles(tx);
    if (!names.some((name) => Object.hasOwn(rules.groupRoles, name))) return;
    const byRole = new Map<ProvisionedRole, UserId[]>();
    for (const [userId, theirs] of await this.groups.namesByMember(tx, userIds)) {
      const role = roleOfGroups(rules, theirs);
      if (!byRole.get(role)?.push(userId)) byRole.set(role, [userId]);
    }
    for (const [role, ids] of byRole) {
      const previous = await this.members.setRoles(tx, ids, role, { sparesAdmins: !mapsAdmins(rules) });
      await this.audit.rolesChanged(tx, previous, role);
    }
  }
}
