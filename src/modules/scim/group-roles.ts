import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { ProvisionedMembers, type ProvisionedRole } from '../members';
import { DirectoryRulesReadModel } from './directory-rules.read-model';
import type { ScimTx } from './scim-audit';
import { ScimGroupsReadModel } from './scim-groups.read-model';

const HIGHEST_FIRST: readonly ProvisionedRole[] = ['admin', 'member', 'guest'];

/** Roles that groups give, by the same mapping as at a single sign-on. */
@Injectable()
export class GroupRoles {
  constructor(
    private readonly rules: DirectoryRulesReadModel,
    private readonly groups: ScimGroupsReadModel,
    private readonly members: ProvisionedMembers,
  ) {}

  /**
   * Gives each the highest role of their groups, or the default once no group of theirs is mapped. Only when one of the
   * names that changed is mapped: groups that mean nothing here take no role from anybody.
   */
  async apply(tx: ScimTx, userIds: readonly UserId[], names: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    const { defaultRole, groupRoles } = await this.rules.roles(tx);
    const isMapped = (name: string) => Object.hasOwn(groupRoles, name);
    if (!names.some(isMapped)) return;
    const byRole = new Map<ProvisionedRole, UserId[]>(HIGHEST_FIRST.map((role) => [role, []]));
    for (const [userId, theirs] of await this.groups.namesByMember(tx, userIds)) {
      const given = new Set(theirs.filter(isMapped).map((name) => groupRoles[name]!));
      byRole.get(HIGHEST_FIRST.find((role) => given.has(role)) ?? defaultRole)!.push(userId);
    }
    for (const [role, ids] of byRole) await this.members.setRoles(tx, ids, role);
  }
}
