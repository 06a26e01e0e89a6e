import { describe, expect, it } from 'vitest';
import { newId, type WorkspaceId } from '../../../../src/kernel/ids';
import type { OrganizationRole, WorkspaceRole } from '../../../../src/access/role';
import { templatesPolicy } from '../../../../src/modules/templates/templates.policy';

const rolesIn = (...roles: WorkspaceRole[]) =>
  new Map(roles.map((role): [WorkspaceId, WorkspaceRole] => [newId('workspace'), role]));

describe('who makes templates', () => {
  it.each<[OrganizationRole, WorkspaceRole[], boolean]>([
    ['owner', [], true],
    ['admin', [], true],
    ['member', [], false],
    ['member', ['viewer'], false],
    ['member', ['viewer', 'member'], true],
    ['member', ['admin'], true],
  ])('%s with %j: %s', (role, roles, may) => {
    expect(templatesPolicy.mayCreate({ role, workspaceRoles: rolesIn(...roles) })).toBe(may);
  });
});

describe('who deletes a template', () => {
  const userId = newId('user');

  it.each<[OrganizationRole, boolean]>([
    ['owner', true],
    ['admin', true],
    ['member', false],
  ])("%s another's: %s", (role, may) => {
    expect(templatesPolicy.mayDelete({ role, userId }, newId('user'))).toBe(may);
  });

  it('its author', () => expect(templatesPolicy.mayDelete({ role: 'member', userId }, userId)).toBe(true));
});
