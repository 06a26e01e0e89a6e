import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { NotificationsSubscriber } from '../../../../src/modules/notifications/sending/notifications.subscriber';
import type { NotifyingEvent } from '../../../../src/modules/notifications/sending/notifying-events';
import { commentsEvents } from '../../../../src/modules/comments/comments.events';
import { ExpiredRowsSweep } from '../../../../src/modules/scheduler/expired-rows.sweep';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { startApp, type TestApp } from '../../../support/app';
import { deliverEvents } from '../../../support/events';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aComment } from '../../../support/factories/comment.factory';
import { anItem } from '../../../support/factories/item.factory';
import { aNotification } from '../../../support/factories/notification.factory';
import { anOrganization, type TestMember } from '../../../support/factories/organization.factory';

describe('the delivery of events to notifications', () => {
  let app: TestApp;
  let board: TestBoard;
  const members: TestMember[] = [];

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    board = await aBoard({ organization: await anOrganization({ app }) });
    for (let count = 0; count < 10; count += 1) members.push(await board.workspace.addMember('member'));
    return () => app.close();
  });
  afterEach(() => vi.restoreAllMocks());

  const handle = (events: readonly NotifyingEvent[]) =>
    app.nest
      .get(TransactionRunner, { strict: false })
      .run(NO_TRANSACTION, (tx) =>
        app.nest.get(NotificationsSubscriber, { strict: false }).handle(events, tx),
      );
  const listOf = async ({ client }: TestMember) =>
    (await client.query('notifications.list')).data.notifications;

  /** A comment with mentions, as the outbox contains it. */
  const aMention = async (userIds: readonly string[]): Promise<NotifyingEvent> => {
    const itemId = await anItem(board);
    const commentId = await aComment(board, itemId, { body: userIds.map((id) => `@${id}`).join(' ') });
    const event = commentsEvents.created.create(
      { commentId, parentId: null, mentions: userIds as never, attachmentCount: 0 },
      { boardId: board.id, itemId },
    );
    await app.sql.query('delete from outbox where organization_id = $1', [board.organization.id]);
    return {
      ...event,
      id: newId('event'),
      sequence: 1,
      organizationId: board.organization.id,
      actorId: board.organization.owner.userId,
      occurredAt: new Date().toISOString(),
    } as NotifyingEvent;
  };

  it('is repeatable, also at the same time: a user gets one notification and one mail of an event', async () => {
    const member = members[0]!;
    const event = await aMention([member.userId]);
    await handle([event]);
    await handle([event, event]);
    await Promise.all([handle([event]), handle([event]), handle([event])]);
    expect(await listOf(member)).toHaveLength(1);
    expect((await member.client.query('notifications.unreadCount')).data).toEqual({ count: 1 });
    const { rows } = await app.sql.query('select mails from notification_mail_hours where user_id = $1', [
      member.userId,
    ]);
    expect(rows).toEqual([{ mails: 1 }]);
  });

  it('sends as many statements for many events and users as for one', async () => {
    const ids = members.slice(1).map(({ userId }) => userId);
    const one = [await aMention(ids.slice(0, 1))];
    const many: NotifyingEvent[] = [];
    for (let count = 0; count < 20; count += 1) many.push(await aMention(ids));
    const sent = vi.spyOn(app.nest.get(Database, { strict: false }), 'query');
    await handle(one);
    const ofOne = sent.mock.calls.length;
    sent.mockClear();
    await handle(many);
    // The digest has a statement of its own.
    expect(sent.mock.calls.length).toBeLessThanOrEqual(ofOne + 1);
    expect(sent.mock.calls.length).toBeLessThanOrEqual(4);
    sent.mockRestore();
    expect(await listOf(members[2]!)).toHaveLength(20);
  });

  it('removes notifications after 90 days, from the counters too', async () => {
    const member = await board.workspace.addMember('member');
    const [old, young] = [
      await aNotification(board.organization, member),
      await aNotification(board.organization, member),
    ];
    await app.sql.query(
      `update notifications set created_at = now() - case when id = $1 then interval '91 days' else interval '89 days' end
       where id in ($1, $2)`,
      [old, young],
    );
    await app.nest.get(ExpiredRowsSweep, { strict: false }).run(new AbortController().signal);
    expect((await listOf(member)).map(({ id }: { id: string }) => id)).toEqual([young]);
    expect((await member.client.query('notifications.unreadCount')).data).toEqual({ count: 1 });
  });

  it('is not blocked by users who read at the same time', async () => {
    const member = await board.workspace.addMember('member');
    const itemId = await anItem(board);
    for (let round = 0; round < 10; round += 1) {
      await aComment(board, itemId, { body: `@${member.userId}` });
      await Promise.all([
        deliverEvents(app),
        member.client.mutate('notifications.markRead', { all: true }),
        deliverEvents(app),
      ]);
    }
    await member.client.mutate('notifications.markRead', { all: true });
    expect((await member.client.query('notifications.unreadCount')).data).toEqual({ count: 0 });
    expect(await listOf(member)).toHaveLength(10);
  });
});
