import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { Mailer } from '../../../src/platform/mail/mailer';
import { startApp, type TestApp } from '../../support/app';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { sendNotificationMails } from '../../support/notification-mails';
import { type CaughtMail, SmtpSink } from '../../support/smtp-sink';

const MINUTE_MS = 60_000;

describe('notification mails', () => {
  let sink: SmtpSink;
  let app: TestApp;
  let board: TestBoard;
  const organization = () => board.organization;
  const { client } = { client: () => organization().owner.client };
  const mention = async (
    member: TestMember,
    options: { on?: TestBoard; body?: string; name?: string } = {},
  ) => {
    const { on = board, body = 'Hello', name = 'Item' } = options;
    const itemId = await anItem(on, { name });
    return { itemId, commentId: await aComment(on, itemId, { body: `@${member.userId} ${body}` }) };
  };
  const send = () => sendNotificationMails(organization());
  const mailsTo = ({ email }: TestMember): CaughtMail[] => sink.mails.filter(({ to }) => to.includes(email));
  const waiting = async ({ userId }: TestMember): Promise<number> => {
    const { rows } = await app.sql.query(
      'select count(*)::int as count from notification_mails where organization_id = $1 and user_id = $2',
      [organization().id, userId],
    );
    return rows[0].count;
  };
  const aMember = () => board.workspace.addMember('member');

  beforeAll(async () => {
    sink = await SmtpSink.start();
    app = await startApp({ SMTP_URL: sink.url, MAIL_FROM: 'Trestle <trestle@example.com>', ROLES: 'api' });
    board = await aBoard({ organization: await anOrganization({ app }), name: 'Interviews' });
  });
  afterAll(async () => {
    await app.close();
    await sink.close();
  });
  afterEach(() => useClock());

  it('have a plain text and an HTML part, the link to the item, and the headers of RFC 8058', async () => {
    const member = await aMember();
    const { itemId } = await mention(member, { name: 'Ask ten users', body: 'six **done**' });
    await send();
    const [mail, ...others] = mailsTo(member);
    expect(others).toEqual([]);
    expect(mail!.headers).toMatchObject({
      subject: 'Olivia Owner mentioned you in Ask ten users',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<ntf_[0-9A-Z]{26}@example\.com>$/),
    });
    const [, link] = /^<(http:\/\/trestle\.test\/unsubscribe\?token=[\w.-]+)>$/.exec(
      mail!.headers['list-unsubscribe']!,
    )!;
    for (const part of [mail!.parts['text/plain'], mail!.parts['text/html']]) {
      expect(part).toContain('Olivia Owner mentioned you in Ask ten users');
      expect(part).toContain('six **done**');
      expect(part).toContain(`http://${organization().slug}.trestle.test/items/${itemId}`);
      expect(part).toContain(link);
    }
    expect(await waiting(member)).toBe(0);
  });

  it('names cannot add headers, markup or lines', async () => {
    const member = await aMember();
    const name = `A\r\nBcc: all@example.com\r\n\r\n<img src=x>\u202Eevil ${'x'.repeat(400)}`;
    await app.sql.query('update users set name = $2 where id = $1', [
      member.userId,
      '<b>Ken</b>\r\nX-Injected: 1',
    ]);
    const itemId = await anItem(board, { name });
    const other = await board.workspace.addMember('member', 'Mallory\r\nBcc: all@example.com');
    await aComment(board, itemId, {
      client: other.client,
      body: `@${member.userId} <script>alert(1)</script>`,
    });
    await send();
    const [mail] = mailsTo(member);
    expect(mail!.to).toEqual([member.email]);
    expect(Object.keys(mail!.headers)).not.toContain('bcc');
    expect(Object.keys(mail!.headers)).not.toContain('x-injected');
    expect(mail!.headers['subject']!.length).toBeLessThan(400);
    expect(mail!.parts['text/html']).not.toMatch(/<script|<img|<b>/);
    expect(mail!.parts['text/plain']).toContain('A Bcc: all@example.com <img src=x>evil xxx');
    expect(mail!.raw).not.toMatch(/^(Bcc|X-Injected):/m);
  });

  it('a digest of more notifications than are read at a time is one mail', async () => {
    const member = await aMember();
    const people = { [board.column('People')]: [member.userId] };
    for (let call = 0; call < 6; call += 1) {
      const items = Array.from({ length: 100 }, (_, at) => ({
        name: `Number ${call * 100 + at}.`,
        values: people,
      }));
      await made(client(), 'items.bulkCreate', { boardId: board.id, groupId: board.groupIds[0], items });
    }
    await deliverEvents(app);
    useClock({ now: () => new Date(Date.now() + 61 * MINUTE_MS) });
    await send();
    const mails = mailsTo(member).map(({ headers }) => headers['subject']);
    expect(mails).toHaveLength(4);
    expect(mails).toContain('597 notifications about Interviews');
    expect(await waiting(member)).toBe(0);
  });

  it('after three in an hour about a board, collect the rest until its end', async () => {
    const start = Date.now();
    const at = (minutes: number) => useClock({ now: () => new Date(start + minutes * MINUTE_MS) });
    const member = await aMember();
    const other = await aBoard({ workspace: board.workspace, project: board.project });
    for (let count = 0; count < 2; count += 1) await mention(member, { name: `Now ${count}.` });
    await send();
    at(30);
    for (let count = 2; count < 7; count += 1) await mention(member, { name: `Now ${count}.` });
    await mention(member, { on: other, name: 'Elsewhere' });
    await send();
    expect(mailsTo(member).map(({ headers }) => headers['subject'])).toEqual([
      'Olivia Owner mentioned you in Now 0.',
      'Olivia Owner mentioned you in Now 1.',
      'Olivia Owner mentioned you in Now 2.',
      'Olivia Owner mentioned you in Elsewhere',
    ]);
    at(59);
    await send();
    expect(mailsTo(member)).toHaveLength(4);
    expect(await waiting(member)).toBe(4);

    at(61);
    await send();
    const [digest, ...more] = mailsTo(member).slice(4);
    expect(more).toEqual([]);
    expect(digest!.headers['subject']).toBe('4 notifications about Interviews');
    expect(digest!.parts['text/plain']!.match(/Now \d\./g)).toEqual(['Now 3.', 'Now 4.', 'Now 5.', 'Now 6.']);
    expect(digest!.headers['message-id']).toMatch(/^<digest-ntf_/);
    expect(await waiting(member)).toBe(0);
    expect(await send()).toBe(0);

    // The next hour has its own three.
    for (let count = 7; count < 11; count += 1) await mention(member, { name: `Now ${count}.` });
    await send();
    expect(mailsTo(member)).toHaveLength(8);
    at(122);
    await send();
    expect(mailsTo(member).at(-1)!.headers['subject']).toBe('Olivia Owner mentioned you in Now 10.');
  });

  it('of one change to many records are collected too', async () => {
    const member = await aMember();
    const crew = await aBoard({ workspace: board.workspace, columns: [{ name: 'Owner', type: 'people' }] });
    const values = { [crew.column('Owner')]: [member.userId] };
    const items = Array.from({ length: 20 }, (_, at) => ({ name: `Item ${at}`, values }));
    await made(client(), 'items.bulkCreate', { boardId: crew.id, groupId: crew.groupIds[0], items });
    await send();
    expect(mailsTo(member)).toHaveLength(3);
    useClock({ now: () => new Date(Date.now() + 61 * MINUTE_MS) });
    await send();
    expect(mailsTo(member)[3]!.headers['subject']).toBe('17 notifications about Board');
  });

  it.each<
    [
      string,
      (of: { member: TestMember; itemId: string; commentId: string; closed: TestBoard }) => Promise<unknown>,
    ]
  >([
    [
      'closes the workspace',
      ({ closed }) => made(client(), 'workspaces.update', { id: closed.workspace.id, visibility: 'closed' }),
    ],
    ['moves the item to Trash', ({ itemId }) => made(client(), 'items.delete', { id: itemId })],
    ['deletes the comment', ({ commentId }) => made(client(), 'comments.delete', { id: commentId })],
    ['deletes the board', ({ closed }) => made(client(), 'boards.delete', { id: closed.id })],
    [
      'removes the member',
      ({ member: { userId } }) => made(client(), 'organizations.members.remove', { userId }),
    ],
    [
      'deactivates the member',
      ({ member: { userId } }) => made(client(), 'organizations.members.deactivate', { userId }),
    ],
    [
      'makes the member a guest',
      ({ member: { userId } }) =>
        made(client(), 'organizations.members.updateRole', { userId, role: 'guest' }),
    ],
    ['reads the notification', ({ member }) => made(member.client, 'notifications.markRead', { all: true })],
    [
      'turns off the mails',
      ({ member }) =>
        made(member.client, 'notifications.preferences.update', {
          preferences: { mention: { email: false } },
        }),
    ],
  ])('are not sent when someone %s between the change and the mail', async (_what, act) => {
    const closed = await aBoard({ workspace: await aWorkspace({ organization: organization() }) });
    const member = await organization().addMember('member');
    // Three immediate ones, and two for the digest.
    const mentions = [];
    for (let count = 0; count < 5; count += 1) mentions.push(await mention(member, { on: closed }));

    await deliverEvents(app);
    expect(await waiting(member)).toBe(5);
    for (const each of mentions) await act({ member, closed, ...each }).catch(() => undefined);
    useClock({ now: () => new Date(Date.now() + 61 * MINUTE_MS) });
    await send();
    expect(mailsTo(member)).toEqual([]);
    expect(await waiting(member)).toBe(0);
  });

  it('are not sent for kinds without mails, and are sent for kinds that are off in the app', async () => {
    const [silent, mailOnly] = [await aMember(), await aMember()];
    const set = ({ client: own }: TestMember, channels: object) =>
      made(own, 'notifications.preferences.update', { preferences: { mention: channels } });
    await set(silent, { email: false });
    await set(mailOnly, { inApp: false });
    for (const member of [silent, mailOnly]) await mention(member);
    await send();
    expect([mailsTo(silent).length, mailsTo(mailOnly).length]).toEqual([0, 1]);
    const listOf = async ({ client: own }: TestMember) =>
      (await own.query('notifications.list')).data.notifications.length;
    expect([await listOf(silent), await listOf(mailOnly)]).toEqual([1, 0]);
  });

  it('wait when the mail server fails, and are the same mail when they are sent again', async () => {
    const member = await aMember();
    await mention(member);
    const mailer = app.nest.get(Mailer, { strict: false });
    const original = mailer.send.bind(mailer);
    // The server has accepted the mail, and the worker dies before it knows.
    mailer.send = async (mail) => {
      await original(mail);
      throw new Error('connection lost');
    };
    await expect(send()).rejects.toThrow('connection lost');
    expect(await waiting(member)).toBe(1);
    mailer.send = original;
    await send();
    const ids = mailsTo(member).map(({ headers }) => headers['message-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await waiting(member)).toBe(0);
  });
});

describe('two replicas', () => {
  it('store one notification and send one mail of a change, and one digest', async () => {
    const sink = await SmtpSink.start();
    const first = await startApp({ SMTP_URL: sink.url });
    const second = await startApp({ SMTP_URL: sink.url, DATABASE_URL: first.databaseUrl });
    try {
      const board = await aBoard({ organization: await anOrganization({ app: first }) });
      const member = await board.workspace.addMember('member');
      const itemId = await anItem(board);
      for (let count = 0; count < 6; count += 1)
        await aComment(board, itemId, { body: `@${member.userId} ${count}.` });
      await Promise.all([first, second, first, second].map((app) => deliverEvents(app)));
      const { data } = await member.client.query('notifications.list');
      expect(data.notifications).toHaveLength(6);
      const mails = [await sink.next(), await sink.next(), await sink.next()];
      expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(3);

      const digests = await first.sql.query(
        `update graphile_worker._private_jobs set run_at = now()
         where key like 'notifications.send-digest:%' returning 1`,
      );
      expect(digests.rowCount).toBe(1);
      const digest = await sink.next();
      expect(digest.headers['subject']).toBe('3 notifications about Board');
      // Nothing more is queued.
      await expect
        .poll(async () => (await first.sql.query('select from graphile_worker._private_jobs')).rowCount)
        .toBe(0);
      expect(sink.mails).toHaveLength(4);
    } finally {
      await second.close();
      await first.close();
      await sink.close();
    }
  });
});
