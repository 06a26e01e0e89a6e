import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../../src/kernel/ids';
import { deliverEvents } from '../../../support/events';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aComment } from '../../../support/factories/comment.factory';
import { anItem } from '../../../support/factories/item.factory';
import type { TestMember } from '../../../support/factories/organization.factory';
import { aPeopleGroup } from '../../../support/factories/people-group.factory';
import { aServiceAccount, type TestServiceAccount } from '../../../support/factories/service-account.factory';
import { made } from '../../../support/factories/workspace.factory';
import { LiveSocket } from '../../../support/live-socket';

describe('a service account is marked where it is shown', () => {
  let board: TestBoard;
  let owner: TestMember;
  let account: TestServiceAccount;
  let itemId: ItemId;
  let reference: object;

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Assignees', type: 'people' }] });
    const { organization, workspace } = board;
    owner = organization.owner;
    account = await aServiceAccount(organization, { name: 'Build' });
    await made(owner.client, 'workspaces.members.add', {
      workspaceId: workspace.id,
      userId: account.id,
      role: 'member',
    });
    reference = { id: account.id, name: 'Build', avatar: null, isServiceAccount: true };
    itemId = await anItem(board, { name: 'Release', client: account.client });
    await aComment(board, itemId, { client: account.client, body: `Ready, @${owner.userId}` });
    await made(account.client, 'items.setValue', {
      itemId,
      columnId: board.column('Assignees'),
      value: [account.id, owner.userId],
    });
    await deliverEvents(organization.app);
  });

  const read = async (name: string, input: object) => (await owner.client.query(name, input)).data;

  it('author of a comment', async () => {
    expect((await read('comments.list', { itemId })).comments[0].author).toEqual(reference);
  });

  it('actor of activity', async () => {
    const { entries } = await read('activity.list', { itemId });
    for (const { actor } of entries) expect(actor).toEqual(reference);
    expect(entries.length).toBeGreaterThan(2);
  });

  it('actor of notifications', async () => {
    const { notifications } = await read('notifications.list', {});
    expect(notifications.map(({ kind, actor }: { kind: string; actor: object }) => [kind, actor])).toEqual(
      expect.arrayContaining([['mention', reference]]),
    );
  });

  it('people of items', async () => {
    const { included } = await read('items.list', { boardId: board.id, include: ['people'] });
    expect(included.people).toContainEqual(reference);
    expect(included.people).toContainEqual(
      expect.objectContaining({ id: owner.userId, isServiceAccount: false }),
    );
  });

  it('members of workspaces, boards and groups of people', async () => {
    const { organization, workspace } = board;
    const guest = await aServiceAccount(organization, { name: 'Guest', role: 'guest' });
    await made(owner.client, 'boards.members.add', {
      boardId: board.id,
      userId: guest.id,
      permission: 'view',
    });
    const { id: groupId } = await aPeopleGroup(organization, { userIds: [account.id] });
    const lists = [
      (await read('workspaces.get', { id: workspace.id })).members,
      (await read('workspaces.members.list', { workspaceId: workspace.id })).members,
      (await read('organizations.groups.members.list', { groupId })).members,
    ];
    for (const members of lists)
      expect(members).toContainEqual(
        expect.objectContaining({ userId: account.id, name: 'Build', isServiceAccount: true }),
      );
    const { members } = await read('boards.members.list', { boardId: board.id });
    expect(members).toEqual([expect.objectContaining({ userId: guest.id, isServiceAccount: true })]);
  });

  it('author of a comment in the change feed', async () => {
    const { events } = await read('events.list', { boardId: board.id, types: ['comment.created'] });
    expect(events[0].data.comment.author).toEqual(reference);
  });

  it('user of presence', async () => {
    const { app } = board.organization;
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, owner.client.caller);
    const other = await LiveSocket.open(app, `/ws/${board.id}`, account.client.caller);
    const { payload } = await socket.find(
      ({ type, payload: { userId } }) => type === 'presence.join' && userId === account.id,
    );
    expect(payload).toEqual({ userId: account.id, user: reference });
    socket.close();
    other.close();
  });
});
