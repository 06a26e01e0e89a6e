import { clock } from '../../../src/kernel/clock';
import { Authenticator, withSecondFactor } from '../authenticator';
import { WireClient } from '../client';
import { anAccount, aSession, type TestAccount } from '../factories/account.factory';
import { aBoard } from '../factories/board.factory';
import { anInvitation, withEmail } from '../factories/invitation.factory';
import { anOrganization } from '../factories/organization.factory';
import { aPeopleGroup } from '../factories/people-group.factory';
import { aServiceAccount } from '../factories/service-account.factory';
import { made } from '../factories/workspace.factory';
import { labelOf, type SampleWorld } from '../sample-world';

interface ExampleCase {
  /** Absent: the owner of the sample world. */
  client?: WireClient;
  /** Absent: the example with ids of the sample world. */
  input?: object;
}

const STEP_MS = 30_000;

/** What the examples of some procedures need besides the sample world. */
export const EXAMPLE_CASES: Readonly<Record<string, (world: SampleWorld) => Promise<ExampleCase>>> = {
  'auth.changeEmail': async ({ organization: { app } }) => {
    const { client } = await anAccount({ app });
    return { client, input: { email: 'ada@new.example' } };
  },
  'auth.changePassword': async ({ organization: { app } }) => {
    const { client, password } = await anAccount({ app });
    return { client, input: { currentPassword: password, newPassword: 'staple battery horse' } };
  },
  'auth.deleteAccount': async ({ organization }) => {
    const { userId } = await organization.addMember('member');
    const { cookie } = await aSession(userId, { app: organization.app });
    return { client: new WireClient(organization.app, { cookie, slug: organization.slug }), input: {} };
  },
  'organizations.members.erase': async ({ organization: { app } }) => {
    const { owner, addMember } = await anOrganization({ app });
    const { userId } = await addMember('member');
    await owner.client.mutate('organizations.members.remove', { userId });
    return { client: owner.client, input: { userId } };
  },
  // The member of the sample world is removed by an earlier example.
  'organizations.tokens.revoke': async ({ organization }) => {
    const { userId } = await organization.addMember('member');
    const { rows } = await organization.app.sql.query<{ id: string }>(
      'select id from tokens where organization_id = $1 and user_id = $2',
      [organization.id, userId],
    );
    return { client: organization.owner.client, input: { id: rows[0]!.id } };
  },
  // Earlier examples have deleted the service account and the member of the sample world.
  'organizations.serviceAccounts.createToken': async ({ organization }) => ({
    input: { serviceAccountId: (await aServiceAccount(organization)).id, name: 'Pipeline', scopes: ['read'] },
  }),
  'organizations.serviceAccounts.delete': async ({ organization }) => ({
    input: { id: (await aServiceAccount(organization)).id },
  }),
  'organizations.serviceAccounts.update': async ({ organization }) => ({
    input: { id: (await aServiceAccount(organization)).id, name: 'Build' },
  }),
  'organizations.serviceAccounts.list': async ({ organization }) => {
    await aServiceAccount(organization);
    return { client: organization.owner.client };
  },
  'auth.identities.list': async (world) => ({ client: (await withIdentity(world, null)).client }),
  'auth.identities.remove': async (world) => ({ client: (await withIdentity(world, null)).client }),
  'auth.identities.restore': async (world) => ({
    client: (await withIdentity(world, clock.now())).client,
  }),
  'auth.twoFactor.enable': async ({ organization: { app } }) => {
    const { client } = await anAccount({ app });
    const { data } = await client.mutate('auth.twoFactor.begin');
    const code = new Authenticator(data.secret as string).code(clock.now().getTime());
    return { client, input: { code } };
  },
  'auth.twoFactor.disable': withCode,
  'auth.twoFactor.renewCodes': withCode,
  // Later examples change the board and the group of the sample world.
  'boards.archive': async ({ board: { workspace } }) => ({
    input: { id: (await aBoard({ workspace })).id },
  }),
  'boards.groups.archive': async ({ board: { workspace } }) => ({
    input: { id: (await aBoard({ workspace })).groupIds[0] },
  }),
  'boards.reorder': async ({ board, otherBoard }) => ({
    input: { projectId: board.project.id, boardIds: [otherBoard.id, board.id, board.project.defaultBoardId] },
  }),
  'boards.groups.reorder': async ({ board }) => ({
    input: { boardId: board.id, groupIds: board.groupIds.toReversed() },
  }),
  'changes.undo': async ({ board, organization }) => {
    const input = { boardId: board.id, groupId: board.groupIds[0], name: 'Mistake' };
    const { headers } = await organization.owner.client.mutate('items.create', input);
    return { input: { requestId: headers['x-request-id'] } };
  },
  'columns.labels.add': async ({ board }) => ({
    input: { columnId: board.column('Stage'), label: 'Waiting for supplier', color: '#C2570C' },
  }),
  'columns.labels.update': async ({ board }) => ({
    input: {
      columnId: board.column('Stage'),
      labelId: labelOf(board, board.column('Stage'), 'Done'),
      isDone: true,
    },
  }),
  'columns.labels.remove': async ({ board }) => ({
    input: {
      columnId: board.column('Stage'),
      labelId: labelOf(board, board.column('Stage'), 'In Progress'),
      reassignTo: labelOf(board, board.column('Stage'), 'To Do'),
    },
  }),
  'columns.reorder': async ({ board }) => ({
    input: { boardId: board.id, columnIds: board.columnIds.toReversed() },
  }),
  'columns.update': async ({ board }) => ({
    input: { id: board.column('Stage'), name: 'State', width: 200 },
  }),
  'invitations.accept': async ({ organization }) => {
    const invitation = await anInvitation(organization);
    const own = await anOrganization({ app: organization.app });
    await withEmail(own, own.owner.userId, invitation.email);
    const { cookie } = await aSession(own.owner.userId, { app: organization.app });
    return {
      client: new WireClient(organization.app, { cookie }),
      input: { token: await invitation.nextToken() },
    };
  },
  'items.bulkDelete': async ({ subItemId }) => ({ input: { itemIds: [subItemId] } }),
  'items.bulkMove': async ({ board, itemId }) => ({
    input: { itemIds: [itemId], groupId: board.group('Second') },
  }),
  'items.move': async ({ board, itemId }) => ({ input: { id: itemId, groupId: board.group('Second') } }),
  'items.setValue': async ({ board, itemId }) => ({
    input: { itemId, columnId: board.column('Stage'), value: 'Done' },
  }),
  'organizations.create': async ({ ownerSession }) => ({ client: ownerSession }),
  'organizations.delete': async ({ organization: { app } }) => {
    const { owner, slug } = await anOrganization({ app });
    return { client: owner.client, input: { slug } };
  },
  'organizations.transferOwnership': async ({ organization: { app } }) => {
    const { owner, addMember } = await anOrganization({ app });
    return { client: owner.client, input: { userId: (await addMember('admin')).userId } };
  },
  'organizations.groups.members.remove': async ({ organization }) => {
    // The example of organizations.groups.delete has deleted the group of the sample world.
    const userIds = [organization.owner.userId];
    const { id: groupId } = await aPeopleGroup(organization, { name: 'Example', userIds });
    return { input: { groupId, userIds } };
  },
  // The example of views.create adds a view to the board of the sample world.
  'views.reorder': async ({ board: { workspace }, organization }) => {
    const { id: boardId } = await aBoard({ workspace });
    const viewIds: string[] = [];
    for (const name of ['By owner', 'This week']) {
      viewIds.unshift((await made(organization.owner.client, 'views.create', { boardId, name })).id);
    }
    return { input: { boardId, viewIds } };
  },
  'workspaces.members.add': async ({ board, organization }) => ({
    input: { workspaceId: board.workspace.id, userId: (await organization.addMember('member')).userId },
  }),
};

async function withIdentity(
  { organization: { app } }: SampleWorld,
  disconnectedAt: Date | null,
): Promise<TestAccount> {
  const account = await anAccount({ app });
  await app.sql.query(
    `insert into identities (provider, issuer, subject, user_id, created_at, last_used_at, disconnected_at)
     values ('google', 'https://accounts.google.com', $1, $1, $2, $2, $3)`,
    [account.userId, clock.now(), disconnectedAt],
  );
  return account;
}

/** A user with two-factor authentication, and a code that was not used to set it up. */
async function withCode({ organization: { app } }: SampleWorld): Promise<ExampleCase> {
  const { client, authenticator, enabledAtMs } = await withSecondFactor(
    await anAccount({ app }),
    clock.now().getTime(),
  );
  return { client, input: { code: authenticator.code(enabledAtMs + STEP_MS) } };
}
