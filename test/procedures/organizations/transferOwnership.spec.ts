import { beforeAll, describe, expect, it } from 'vitest';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const NAME = 'organizations.transferOwnership';

describe('organizations.transferOwnership', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const transfer = (userId: string, by: TestMember = organization.owner) =>
    by.client.mutate(NAME, { userId });
  const owners = async ({ owner }: TestOrganization, asked: TestMember = owner) => {
    const { data } = await asked.client.query('organizations.members.list', { role: 'owner' });
    return data.members.map(({ id }: { id: string }) => id) as string[];
  };

  it('200: the admin is the owner and the owner an admin, from the next call on', async () => {
    const own = await anOrganization();
    const heir = await own.addMember('admin');
    const written = await eventsDuring(own, async () => {
      const { status, data } = await transfer(heir.userId, own.owner);
      expect(status).toBe(200);
      expect(data).toMatchObject({ id: heir.userId, role: 'owner' });
    });
    expect(written.map(({ type }) => type)).toEqual(['organization.ownership_transferred']);
    expect(written[0]!.data).toMatchObject({
      owner: { id: heir.userId, role: 'owner' },
      previousOwner: { id: own.owner.userId, role: 'admin' },
    });
    expect(await owners(own)).toEqual([heir.userId]);
    expect((await transfer(heir.userId, own.owner)).status).toBe(403);
    expect((await transfer(own.owner.userId, heir)).status).toBe(200);
  });

  it('400: a user who is not an active admin, including the owner', async () => {
    const deactivated = await organization.addMember('admin');
    await organization.owner.client.mutate('organizations.members.deactivate', {
      userId: deactivated.userId,
    });
    const others = [
      organization.owner,
      await organization.addMember('member'),
      await organization.addMember('guest'),
      deactivated,
    ];
    for (const { userId } of others) expect(refusedPaths(await transfer(userId))).toEqual(['userId']);
    expect(await owners(organization)).toEqual([organization.owner.userId]);
  });

  it('403: all but the owner', async () => {
    const admin = await organization.addMember('admin');
    for (const role of ['admin', 'member', 'guest'] as const)
      expect((await transfer(admin.userId, await organization.addMember(role))).status).toBe(403);
    const client = await organization.tokenFor(organization.owner, ['read', 'write', 'delete']);
    expect((await client.mutate(NAME, { userId: admin.userId })).status).toBe(403);
  });

  it('404: an admin of another organization', async () => {
    const stranger = await (await anOrganization()).addMember('admin');
    await expectHidden(stranger.userId, (userId) => transfer(userId));
  });

  it('of twenty concurrent calls one transfers, and there is one owner', async () => {
    const own = await anOrganization();
    const heirs = [await own.addMember('admin'), await own.addMember('admin')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => transfer(heirs[index % 2]!.userId, own.owner)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(403)]);
    const [owner, ...more] = await owners(own);
    expect(heirs.map(({ userId }) => userId as string)).toContain(owner);
    expect(more).toEqual([]);
  });

  it('the database itself rejects an organization without an owner', async () => {
    const own = await anOrganization();
    const demote = own.app.sql.query(
      `update members set role = 'admin' where organization_id = $1 and role = 'owner'`,
      [own.id],
    );
    await expect(demote).rejects.toThrow('without an owner');
    const remove = own.app.sql.query(`delete from members where organization_id = $1 and role = 'owner'`, [
      own.id,
    ]);
    await expect(remove).rejects.toThrow('without an owner');
  });
});
