import { describe, expect, it } from 'vitest';
import { newId, type UserId, type WorkspaceId } from '../../../../src/kernel/ids';
import type { OrganizationRole, WorkspaceRole } from '../../../../src/access/role';
import { createTemplate, deleteTemplate } from '../../../../src/modules/templates/templates.policy';
import type { Principal } from '../../../../src/access/principal';

const rolesIn = (...roles: WorkspaceRole[]) =>
  new Map(roles.map((role): [WorkspaceId, WorkspaceRole] => [newId('workspace'), role]));

describe('who can create templates', () => {
  it.each<[OrganizationRole, WorkspaceRole[], boolean]>([
    ['owner', [], true],
    ['admin', [], true],
    ['member', [], false],
    ['member', ['viewer'], false],
    ['member', ['viewer', 'member'], true],
    ['member', ['admin'], true],
  ])('%s with %j: %s', (role, roles, may) => {
    expect(createTemplate.allows({ role, workspaceRoles: rolesIn(...roles) } as unknown as Principal)).toBe(
      may,
    );
  });
});

describe('who can delete a template', () => {
  const userId = newId('user');
  const made = (createdBy: UserId) => ({ isBuiltIn: false, createdBy });

  it.each<[OrganizationRole, boolean]>([
    ['owner', true],
    ['admin', true],
    ['member', false],
  ])("%s another's: %s", (role, may) => {
    expect(deleteTemplate.allows({ role, userId } as Principal, made(newId('user')))).toBe(may);
  });

  it('its author', () =>
    expect(deleteTemplate.allows({ role: 'member', userId } as Principal, made(userId))).toBe(true));

  it('a built-in one: no role', () =>
    expect(
      deleteTemplate.allows({ role: 'owner', userId } as Principal, { isBuiltIn: true, createdBy: null }),
    ).toBe(false));
});
