import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../../support/access-checks';
import { anOrganization, type TestMember } from '../../../support/factories/organization.factory';
import { aWorkspace, type TestWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('workspaces.members.addMany', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace({ visibility: 'closed' });
  });
  const add = (input: object, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.members.addMany', { workspaceId: workspace.id, ...input });
  const people = (count: number): Promise<TestMember[]> =>
    Promise.all(Array.from({ length: count }, () => workspace.organization.addMember('member')));
  const idsOf = (members: readonly TestMember[]) => members.map(({ userId }) => userId);
  const membersNow = async () => {
    const { client } = workspace.organization.owner;
    const input = { workspaceId: workspace.id, limit: 200 };
    return (await client.query('workspaces.members.list', input)).data.members as { userId: string }[];
  };

  it('200: in the order of the call, each with an event; they see the workspace immediately', async () => {
    const three = await people(3);
    const [first] = three;
    const see = async () => (await first!.client.query('workspaces.get', { id: workspace.id })).status;
    expect(await see()).toBe(404);
    const userIds = idsOf(three).toReversed();
    const events = await eventsDuring(workspace.organization, async () => {
      const { status, data } = await add({ userIds, role: 'viewer' });
      const updatedAt = expect.stringMatching(/Z$/);
      const members = three.toReversed().map(({ userId, name }) => ({
        userId,
        name,
        isServiceAccount: false,
        role: 'viewer',
        updatedAt,
        outcome: 'added',
      }));
      expect([status, data]).toEqual([200, { members }]);
    });
    expect(await see()).toBe(200);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual(
      idsOf(three)
        .toSorted()
        .map((userId) => ({
          type: 'workspace_member.added',
          data: { workspaceId: workspace.id, userId, role: 'viewer' },
        })),
    );
  });

  it('200: members of the workspace keep their role, without an event', async () => {
    const { userId } = await workspace.addMember('admin');
    const [other] = await people(1);
    const events = await eventsDuring(workspace.organization, async () => {
      const { data } = await add({ userIds: [userId, other!.userId] });
      expect(data.members.map(({ role, outcome }: Record<string, string>) => [role, outcome])).toEqual([
        ['admin', 'unchanged'],
        ['member', 'added'],
      ]);
    });
    expect(events.map(({ data }) => data)).toEqual([
      { workspaceId: workspace.id, userId: other!.userId, role: 'member' },
    ]);
  });

  it('200: calls at the same time add each of a hundred users once', async () => {
    const userIds = idsOf(await people(100));
    const events = await eventsDuring(workspace.organization, async () => {
      const answers = await Promise.all([
        add({ userIds }),
        add({ userIds: userIds.toReversed() }),
        add({ userIds: userIds.slice(50) }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const added = answers.flatMap(({ data }) =>
        (data.members as { userId: string; outcome: string }[]).filter(({ outcome }) => outcome === 'added'),
      );
      expect(added.map(({ userId }) => userId).toSorted()).toEqual(userIds.toSorted());
    });
    expect(events).toHaveLength(100);
  });

  it('400 and 404: names each user who cannot be added, and adds none', async () => {
    const { organization } = workspace;
    const [fit, gone] = await people(2);
    const guest = await organization.addMember('guest');
    await organization.owner.client.mutate('organizations.members.deactivate', { userId: gone!.userId });
    const before = await membersNow();
    const written = await eventsDuring(organization, async () => {
      const withGuest = await add({ userIds: [fit!.userId, guest.userId] });
      expect([withGuest.status, refusedPaths(withGuest)]).toEqual([400, ['userIds.1']]);
      const userIds = [newId('user'), fit!.userId, guest.userId, gone!.userId];
      const { status, error } = await add({ userIds });
      expect(status).toBe(404);
      expect(error?.data.issues).toEqual([
        { path: 'userIds.0', message: 'No such member' },
        { path: 'userIds.2', message: 'Guests cannot join workspaces; share boards with them' },
        { path: 'userIds.3', message: 'No such member' },
      ]);
    });
    expect(written).toEqual([]);
    expect(await membersNow()).toEqual(before);
  });

  it('400: no user, too many, one twice, an unknown role, an unknown key', async () => {
    const [one] = await people(1);
    const { userId } = one!;
    const many = Array.from({ length: 101 }, () => newId('user'));
    expect(refusedPaths(await add({ userIds: [] }))).toEqual(['userIds']);
    expect(refusedPaths(await add({ userIds: many }))).toEqual(['userIds']);
    expect(refusedPaths(await add({ userIds: [userId, userId] }))).toEqual(['userIds']);
    expect(refusedPaths(await add({ userIds: [userId], role: 'owner' }))).toEqual(['role']);
    expect(refusedPaths(await add({ userIds: [userId], userId }))).toEqual(['userId']);
  });

  it('401: without a credential', async () => {
    const userIds = [workspace.organization.owner.userId];
    expect(await codesWithoutCredential(workspace, (client) => add({ userIds }, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('200 and 403: a workspace admin can, a member and a viewer cannot', async () => {
    const userIds = idsOf(await people(1));
    for (const role of ['member', 'viewer'] as const) {
      const { client } = await workspace.addMember(role);
      expect((await add({ userIds }, client)).status).toBe(403);
    }
    const { client } = await workspace.addMember('admin');
    expect((await add({ userIds }, client)).status).toBe(200);
  });

  it('403: a token without the scope write', async () => {
    const userIds = [workspace.organization.owner.userId];
    expect(await statusWithoutScope(workspace, 'write', (client) => add({ userIds }, client))).toBe(403);
  });

  it("404: another organization's workspace and its people look exactly like missing ones", async () => {
    const other = await aWorkspace();
    const userIds = idsOf(await people(1));
    expect(await lookOf(other.id, (workspaceId) => add({ workspaceId, userIds }))).toEqual(MISSING);
    const { owner } = await anOrganization();
    const [theirs, missing] = [
      await add({ userIds: [owner.userId] }),
      await add({ userIds: [newId('user')] }),
    ];
    expect([theirs.status, theirs.error?.data.issues]).toEqual([404, missing.error?.data.issues]);
  });
});
