import { describe, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, type OrganizationRole } from '../../../../src/access/role';
import {
  canBecomeOwner,
  changeMemberRole,
  deactivateMember,
  inviteMember,
  leaveOrganization,
  reachOf,
  removeMember,
  transferOwnership,
} from '../../../../src/modules/members/members.policy';

/** As the specification's role rules have it: an X where the actor may act on someone of that role. */
const REACH = `
          guest member admin owner
  guest   .     .      .     .
  member  .     .      .     .
  admin   X     X      .     .
  owner   X     X      X     .
`;

const [header, ...lines] = REACH.trim().split('\n');
const roles = header!.trim().split(/\s+/) as OrganizationRole[];
const cells = lines.flatMap((line) => {
  const [actor, ...marks] = line.trim().split(/\s+/) as [OrganizationRole, ...string[]];
  return marks.map((mark, at) => ({ actor, target: roles[at]!, may: mark === 'X' }));
});

describe('who can manage whom', () => {
  it('the table contains every pair of roles', () => {
    expect(cells).toHaveLength(ORGANIZATION_ROLES.length ** 2);
  });

  it.each(cells)('$actor, $target: $may', ({ actor, target, may }) => {
    expect(inviteMember.allows(actor, target)).toBe(may);
    expect(deactivateMember.allows(actor, target)).toBe(may);
    expect(removeMember.allows(actor, target)).toBe(may);
    expect(reachOf(actor).includes(target)).toBe(may);
  });

  it('a change of role requires permission for both roles', () => {
    const reach = (actor: string, role: string) =>
      cells.find((cell) => cell.actor === actor && cell.target === role)!.may;
    for (const actor of ORGANIZATION_ROLES) {
      for (const from of ORGANIZATION_ROLES) {
        for (const to of ORGANIZATION_ROLES) {
          const expected = reach(actor, from) && reach(actor, to);
          expect([actor, from, to, changeMemberRole.allows(actor, { from, to })]).toEqual([
            actor,
            from,
            to,
            expected,
          ]);
        }
      }
    }
  });

  it('all can leave but the owner, who can transfer ownership only to an admin', () => {
    expect(ORGANIZATION_ROLES.filter((role) => leaveOrganization.allows(role))).toEqual([
      'guest',
      'member',
      'admin',
    ]);
    const handovers = ORGANIZATION_ROLES.flatMap((actor) =>
      ORGANIZATION_ROLES.filter((to) => transferOwnership.allows(actor) && canBecomeOwner(to)).map(
        (to) => `${actor} ${to}`,
      ),
    );
    expect(handovers).toEqual(['owner admin']);
  });
});
