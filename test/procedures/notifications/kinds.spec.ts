import { beforeAll, describe, expect, it } from 'vitest';
import { WireClient } from '../../support/client';
import { deliverEvents } from '../../support/events';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { aForm, submit } from '../../support/factories/form.factory';
import { anInvitation, withEmail } from '../../support/factories/invitation.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';

const COLUMNS = [
  { name: 'Owner', type: 'people' },
  { name: 'Helpers', type: 'people' },
  { name: 'Text', type: 'text' },
];

describe('who is notified', () => {
  let board: TestBoard;
  const owner = () => board.organization.owner;
  const aMember = () => board.workspace.addMember('member');
  /** What a member has been notified of, newest first. */
  const kindsOf = async (member: TestMember): Promise<string[]> =>
    (await notificationsOf(member)).map(({ kind }) => kind);
  const notificationsOf = async ({
    client,
  }: TestMember): Promise<(Record<string, unknown> & { kind: string })[]> => {
    await deliverEvents(board.organization.app);
    return (await client.query('notifications.list')).data.notifications;
  };

  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });

  describe('mentions', () => {
    it('notify the mentioned users, of an edit only those that it adds', async () => {
      const [first, second] = [await aMember(), await aMember()];
      const itemId = await anItem(board);
      const id = await aComment(board, itemId, { body: `@${first.userId}` });
      await made(owner().client, 'comments.update', { id, body: `@${first.userId} @${second.userId}` });
      expect(await kindsOf(first)).toEqual(['mention']);
      expect(await notificationsOf(second)).toMatchObject([{ kind: 'mention', commentId: id, itemId }]);
    });

    it('do not notify their author, nor users who do not see the item', async () => {
      const closed = await aBoard({
        workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
      });
      const outsider = await aMember();
      const guest = await board.organization.addMember('guest');
      const deactivated = await aMember();
      const { userId } = deactivated;
      await made(owner().client, 'organizations.members.deactivate', { userId });
      const itemId = await anItem(closed);
      const mentioned = [owner(), outsider, guest, deactivated].map((each) => `@${each.userId}`);
      await aComment(closed, itemId, { body: mentioned.join(' ') });
      await deliverEvents(board.organization.app);
      await made(owner().client, 'organizations.members.reactivate', { userId });
      await made(owner().client, 'workspaces.update', { id: closed.workspace.id, visibility: 'open' });
      for (const each of [owner(), outsider, guest, deactivated]) expect(await kindsOf(each)).toEqual([]);
    });

    it('do not notify of an item that was moved to Trash before', async () => {
      const member = await aMember();
      const itemId = await anItem(board);
      await aComment(board, itemId, { body: `@${member.userId}` });
      await made(owner().client, 'items.delete', { id: itemId });
      await deliverEvents(board.organization.app);
      await made(owner().client, 'items.restore', { id: itemId });
      expect(await kindsOf(member)).toEqual([]);
    });
  });

  describe('replies', () => {
    it('notify the author of the comment and of other replies, not their own author', async () => {
      const [author, replier, last] = [await aMember(), await aMember(), await aMember()];
      const itemId = await anItem(board);
      const parentId = await aComment(board, itemId, { client: author.client });
      await aComment(board, itemId, { client: replier.client, parentId });
      await aComment(board, itemId, { client: last.client, parentId });
      expect(await kindsOf(author)).toEqual(['reply', 'reply']);
      expect(await kindsOf(replier)).toEqual(['reply']);
      expect(await kindsOf(last)).toEqual([]);
    });

    it('notify no one who replied later', async () => {
      const [author, later] = [await aMember(), await aMember()];
      const itemId = await anItem(board);
      const parentId = await aComment(board, itemId, { client: author.client });
      await aComment(board, itemId, { parentId });
      await aComment(board, itemId, { client: later.client, parentId });
      expect(await kindsOf(later)).toEqual([]);
      expect((await kindsOf(owner())).filter((kind) => kind === 'reply')).toEqual(['reply']);
    });

    it('that also mention the author are one mention', async () => {
      const author = await aMember();
      const itemId = await anItem(board);
      const parentId = await aComment(board, itemId, { client: author.client });
      await aComment(board, itemId, { parentId, body: `@${author.userId} yes` });
      expect(await kindsOf(author)).toEqual(['mention']);
    });

    it('are replies for users who turned off mentions', async () => {
      const author = await aMember();
      const off = { inApp: false, email: false };
      await made(author.client, 'notifications.preferences.update', { preferences: { mention: off } });
      const itemId = await anItem(board);
      const parentId = await aComment(board, itemId, { client: author.client });
      await aComment(board, itemId, { parentId, body: `@${author.userId} yes` });
      await aComment(board, itemId, { body: `@${author.userId} again` });
      expect(await kindsOf(author)).toEqual(['reply']);
    });
  });

  describe('assignments', () => {
    const set = (itemId: string, column: string, value: unknown, by = owner()) =>
      made(by.client, 'items.setValue', { itemId, columnId: board.column(column), value });

    it('notify users who are added to a people column', async () => {
      const [first, second] = [await aMember(), await aMember()];
      const itemId = await anItem(board);
      await set(itemId, 'Owner', [first.userId]);
      await set(itemId, 'Owner', [first.userId, second.userId]);
      await set(itemId, 'Owner', [second.userId]);
      await set(itemId, 'Text', `["${first.userId}"]`);
      expect(await notificationsOf(first)).toMatchObject([
        { kind: 'assignment', itemId, columnId: board.column('Owner'), actor: { id: owner().userId } },
      ]);
      expect(await kindsOf(second)).toEqual(['assignment']);
    });

    it('notify once of an item that is created with values', async () => {
      const member = await aMember();
      const people = [member.userId];
      const values = { [board.column('Owner')]: people, [board.column('Helpers')]: people };
      const itemId = await anItem(board, { values });
      expect(await notificationsOf(member)).toMatchObject([{ kind: 'assignment', itemId }]);
    });

    it('notify no one of an import', async () => {
      const member = await aMember();
      const mapping = [{ header: 'Owner', columnId: board.column('Owner') }];
      const file = { content: `Name,Owner\nImported,${member.email}\n` };
      const { import: done } = await made(owner().client, 'boards.import', { id: board.id, file, mapping });
      expect(done).toMatchObject({ status: 'done', done: 1 });
      expect(await kindsOf(member)).toEqual([]);
    });

    it('notify of bulk changes, and not the user who assigns', async () => {
      const member = await aMember();
      const itemIds = [await anItem(board), await anItem(board)];
      const changes = { [board.column('Owner')]: [member.userId, owner().userId] };
      await made(member.client, 'items.bulkUpdate', { itemIds, changes });
      expect(await kindsOf(member)).toEqual([]);
      const own = await notificationsOf(owner());
      expect(own.filter(({ itemId }) => itemIds.includes(itemId as never))).toMatchObject([
        { kind: 'assignment', actor: { id: member.userId } },
        { kind: 'assignment', actor: { id: member.userId } },
      ]);
    });
  });

  it('form submissions notify the users whom the form names, if they see the board', async () => {
    const [first, second] = [await aMember(), await aMember()];
    const guest = await board.organization.addMember('guest');
    const share = { boardId: board.id, userId: guest.userId };
    await made(owner().client, 'boards.members.add', { ...share, permission: 'view' });
    const notifyOnSubmit = [first.userId, guest.userId];
    const formId = await aForm(board, { name: 'Contact', settings: { notifyOnSubmit } });
    await made(owner().client, 'boards.members.remove', share);
    const { body } = await submit(board, formId, { subject: 'Hello' });
    expect(await notificationsOf(first)).toMatchObject([
      {
        kind: 'form_submission',
        actor: null,
        title: 'New submission of Contact',
        message: 'Hello',
        boardId: board.id,
        formId,
        submissionId: (body as { submissionId: string }).submissionId,
        itemId: expect.stringMatching(/^itm_/),
      },
    ]);
    expect([await kindsOf(second), await kindsOf(guest)]).toEqual([[], []]);
    // Their own submission.
    await submit(board, formId, { subject: 'Mine' }, first.client);
    expect(await kindsOf(first)).toEqual(['form_submission']);
  });

  it('an accepted invitation notifies the member who sent it', async () => {
    const admin = await board.organization.addMember('admin');
    const invitation = await anInvitation(board.organization, { by: admin });
    const person = (await anOrganization()).owner;
    await withEmail(board.organization, person.userId, invitation.email);
    const { cookie } = await aSession(person.userId);
    const client = new WireClient(board.organization.app, { cookie });
    await made(client, 'invitations.accept', { token: await invitation.nextToken() });
    expect(await notificationsOf(admin)).toMatchObject([
      {
        kind: 'invitation',
        actor: { id: person.userId, name: person.name },
        title: `${person.name} accepted your invitation`,
        message: null,
        invitationId: invitation.id,
        boardId: null,
        url: `http://${board.organization.slug}.trestle.test/inbox`,
      },
    ]);
    expect(await kindsOf(owner())).not.toContain('invitation');
  });

  it('reactions and pins notify no one', async () => {
    const member = await aMember();
    const itemId = await anItem(board);
    const id = await aComment(board, itemId, { client: member.client });
    await made(owner().client, 'comments.react', { commentId: id, emoji: 'heart' });
    await made(owner().client, 'comments.pin', { id, pinned: true });
    expect(await kindsOf(member)).toEqual([]);
  });

  it('a kind that is off in the app is not listed nor counted', async () => {
    const member = await aMember();
    const preferences = { mention: { inApp: false } };
    await made(member.client, 'notifications.preferences.update', { preferences });
    await aComment(board, await anItem(board), { body: `@${member.userId}` });
    expect(await kindsOf(member)).toEqual([]);
    expect((await member.client.query('notifications.unreadCount')).data).toEqual({ count: 0 });
  });

  it('names with injected text stay one line of plain text', async () => {
    const member = await aMember();
    const name = '<img src=x onerror=alert(1)>\r\nBcc: all@example.com \u202Eevil';
    const itemId = await anItem(board, { name });
    await aComment(board, itemId, { body: `@${member.userId} <script>alert(1)</script>` });
    expect(await notificationsOf(member)).toMatchObject([
      {
        title: 'Olivia Owner mentioned you in <img src=x onerror=alert(1)> Bcc: all@example.com evil',
        message: `@${member.name} <script>alert(1)</script>`,
      },
    ]);
  });
});
