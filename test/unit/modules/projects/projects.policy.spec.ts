import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { projectsPolicy } from '../../../../src/modules/projects/projects.policy';

const seen = { canSee: true, canEditItems: false, canDeleteItems: false, canBuild: false, isAdmin: false };
const viewer = seen;
const visitor = { ...seen, canEditItems: true };
const member = { ...visitor, canBuild: true };
const admin = { ...member, isAdmin: true };
const [own, others] = [newId('user'), newId('user')];

describe('projectsPolicy', () => {
  it('lets members and admins build, viewers and visitors not', () => {
    expect([viewer, visitor, member, admin].map(projectsPolicy.mayBuild)).toEqual([false, false, true, true]);
  });

  it('lets admins delete any project and others their own, viewers none', () => {
    const deletes = [viewer, visitor, member, admin].map((access) => [
      projectsPolicy.mayDelete(access, own, own),
      projectsPolicy.mayDelete(access, others, own),
    ]);
    expect(deletes).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
  });
});
