import { describe, expect, it } from 'vitest';
import { auditEntries } from '../../support/audit';
import { aScimDirectory } from '../../support/scim-directory';

describe('changes by a directory', () => {
  it('record the role of each member that a group changes, before and after', async () => {
    const directory = await aScimDirectory();
    const { organization } = directory;
    await directory.mapGroups({ Builders: 'member', Chiefs: 'admin' });
    const [ann, bob] = [
      await directory.user({ userName: 'ann@example.com' }),
      await directory.user({ userName: 'bob@example.com' }),
    ];
    const { id } = await directory.group('Builders', [ann.id, bob.id]);
    await directory.group('Chiefs', [bob.id]);
    const removal = { op: 'remove', path: `members[value eq "${ann.id}"]` };
    expect((await directory.patch(`Groups/${id}`, removal)).status).toBeLessThan(300);
    const told = await auditEntries(organization, { action: 'scim.members.updateRole' });
    const looks = told.map(({ target, details }) => [target, details.before, details.after]);
    const [guest, member, admin] = [{ role: 'guest' }, { role: 'member' }, { role: 'admin' }];
    expect(looks.slice(0, 2)).toEqual([
      [ann.id, member, guest],
      [bob.id, member, admin],
    ]);
    expect(looks.slice(2).toSorted()).toEqual(
      [
        [ann.id, guest, member],
        [bob.id, guest, member],
      ].toSorted(),
    );
    expect(new Set(told.map(({ credential }) => credential!.id))).toEqual(new Set([directory.tokenId]));
    expect((await directory.roles()).get(bob.id)).toBe('admin');
  });

  it('record what changed of a user, and nothing without a change', async () => {
    const directory = await aScimDirectory();
    const { id } = await directory.user({ userName: 'cy@example.com', displayName: 'Cy' });
    const rename = { op: 'replace', path: 'displayName', value: 'Cyrus' };
    await directory.patch(`Users/${id}`, rename);
    await directory.patch(`Users/${id}`, rename);
    const [entry, ...others] = await auditEntries(directory.organization, { action: 'scim.users.update' });
    expect([entry!.details.before, entry!.details.after]).toEqual([
      { displayName: 'Cy' },
      { displayName: 'Cyrus' },
    ]);
    expect(others).toEqual([]);
  });
});
