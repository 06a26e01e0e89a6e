import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { ProvisionedMembersService, type ProvisionedRole } from '../../members';
import { DirectoryRulesService, mapsAdmins, roleOfGroups } from '../../sso';
import { ScimAuditService, type ScimTx } from '../scim-audit.service';
import { ScimGroupsReadModel } from './scim-groups.read-model';

/** Roles that groups give, by the same mapping as at a single sign-on. */
@Injectable()
export class GroupRolesService {
  constructor(
    private readonly rules: DirectoryRulesService,
    private readonly groups: ScimGroupsReadModel,
    private readonly members: ProvisionedMembersService,
    private readonly audit: ScimAuditService,
  ) {}

  /**
   * Gives each the highest role of their groups, or the default once no group of theirs is mapped. Only when one of the
   * names that changed is mapped: groups that mean nothing here take no role from anyone.
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
