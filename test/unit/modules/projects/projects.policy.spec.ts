import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { createProject, deleteProject } from '../../../../src/modules/projects/projects.policy';
import type { Principal } from '../../../../src/access/principal';

const seen = {
  canSee: true,
  canEditItems: false,
  canDeleteItems: false,
  canBuild: false,
  isAdmin: false,
  isArchived: false,
};
const viewer = seen;
const visitor = { ...seen, canEditItems: true };
const member = { ...visitor, canBuild: true };
const admin = { ...member, isAdmin: true };
const [own, others] = [newId('user'), newId('user')];

const caller = { userId: own } as Principal;

describe('the policy of projects', () => {
  it('members and admins can change content, viewers and outsiders cannot', () => {
    expect(
      [viewer, visitor, member, admin].map((access) => createProject.allows(caller, { access })),
    ).toEqual([false, false, true, true]);
  });

  it('admins can delete any project and others their own, viewers none', () => {
    const deletes = [viewer, visitor, member, admin].map((access) => [
      deleteProject.allows(caller, { access, facts: { createdBy: own } }),
      deleteProject.allows(caller, { access, facts: { createdBy: others } }),
    ]);
    expect(deletes).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
  });
});
