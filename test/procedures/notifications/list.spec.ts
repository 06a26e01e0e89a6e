import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import { aNotification } from '../../support/factories/notification.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

describe('notifications.list', () => {
  let board: TestBoard;
  let member: TestMember;
  const owner = () => board.organization.owner;
  const deliver = () => deliverEvents(board.organization.app);
  const listOf = async (caller: TestMember, input: object = {}) =>
    (await caller.client.query('notifications.list', input)).data.notifications;

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Owner', type: 'people' }] });
    member = await board.workspace.addMember('member');
  });

  it('200: returns a mention with the ids it is about, its text and its address', async () => {
    const itemId = await anItem(board, { name: 'Ask ten users' });
    const commentId = await aComment(board, itemId, { body: `Look, @${member.userId}: **six** done` });
    await deliver();
    const [notification] = await listOf(member);
    expect(notification).toEqual({
      id: expect.stringMatching(/^ntf_[0-9A-Z]{26}$/),
      kind: 'mention',
      actor: { id: owner().userId, name: owner().name, avatar: null, isServiceAccount: false },
      title: 'Olivia Owner mentioned you in Ask ten users',
      message: `Look, @${member.name}: **six** done`,
      boardId: board.id,
      itemId,
      commentId,
      columnId: null,
      formId: null,
      submissionId: null,
      invitationId: null,
      automationId: null,
      url: `http://${board.organization.slug}.trestle.test/items/${itemId}`,
      readAt: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await listOf(owner())).toEqual([]);
  });

  it('200: shows present names', async () => {
    const person = await board.workspace.addMember('member');
    const itemId = await anItem(board, { name: 'Before' });
    await aComment(board, itemId, { body: `@${person.userId}` });
    await deliver();
    await made(owner().client, 'items.update', { id: itemId, name: 'After' });
    expect((await listOf(person))[0].title).toBe('Olivia Owner mentioned you in After');
  });

  it('200: pages from the newest on, and through unread ones only', async () => {
    const person = await board.organization.addMember('member');
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1)
      ids.unshift(await aNotification(board.organization, person, { isRead: at % 2 === 1 }));
    const walk = async (input: object) => {
      const seen: string[] = [];
      for (let cursor: string | null = null; ;) {
        const page = { ...input, limit: 3, ...(cursor === null ? {} : { cursor }) };
        const { data } = await person.client.query('notifications.list', page);
        seen.push(...data.notifications.map(({ id }: { id: string }) => id));
        if ((cursor = data.nextCursor) === null) return seen;
      }
    };
    expect(await walk({})).toEqual(ids);
    expect(await walk({ unread: true })).toEqual(ids.filter((_id, at) => at % 2 === 0));
  });

  it('200: leaves out what the user no longer sees, and shows it again', async () => {
    const workspace = await aWorkspace({ organization: board.organization });
    const closed = await aBoard({ workspace });
    const itemId = await anItem(closed);
    const commentId = await aComment(closed, itemId, { body: `@${member.userId}` });
    await deliver();
    const about = async () =>
      (await listOf(member)).filter((each: { commentId: string }) => each.commentId === commentId).length;
    expect(await about()).toBe(1);
    await made(owner().client, 'workspaces.update', { id: workspace.id, visibility: 'closed' });
    expect(await about()).toBe(0);
    await made(owner().client, 'workspaces.members.add', {
      workspaceId: workspace.id,
      userId: member.userId,
      role: 'viewer',
    });
    expect(await about()).toBe(1);
    // Immediately: not only after the event.
    await made(owner().client, 'items.delete', { id: itemId });
    expect(await about()).toBe(0);
    await made(owner().client, 'items.restore', { id: itemId });
    expect(await about()).toBe(1);
    await made(owner().client, 'comments.delete', { id: commentId });
    expect(await about()).toBe(0);
  });

  it('200: a guest sees notifications about shared boards', async () => {
    const guest = await board.organization.addMember('guest');
    const share = { boardId: board.id, userId: guest.userId };
    await made(owner().client, 'boards.members.add', { ...share, permission: 'view' });
    const itemId = await anItem(board);
    await aComment(board, itemId, { body: `@${guest.userId}` });
    await deliver();
    expect(await listOf(guest)).toMatchObject([{ kind: 'mention', itemId }]);
    await made(owner().client, 'boards.members.remove', share);
    expect(await listOf(guest)).toEqual([]);
  });

  it('400: an unknown cursor, and one of another user', async () => {
    const theirs = await aNotification(board.organization, owner());
    for (const cursor of [newId('notification'), theirs]) {
      const answer = await member.client.query('notifications.list', { cursor });
      expect(refusedPaths(answer)).toEqual(['cursor']);
    }
  });

  it.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 201 }],
    ['cursor', { cursor: 'x' }],
    ['unread', { unread: 'yes' }],
    ['other', { other: 1 }],
  ])('400: names %s', async (path, input) => {
    expect(refusedPaths(await member.client.query('notifications.list', input))).toEqual([path]);
  });

  it('401 and 403', async () => {
    const call = (client: TestMember['client']) => client.query('notifications.list', {});
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'read', call)).toBe(403);
  });
});
