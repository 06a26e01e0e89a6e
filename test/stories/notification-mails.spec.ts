import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { aBoard } from '../support/factories/board.factory';
import { aComment } from '../support/factories/comment.factory';
import { anItem } from '../support/factories/item.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { SmtpSink } from '../support/smtp-sink';
import { WorkerProcesses } from '../support/worker-processes';

let app: TestApp;
let sink: SmtpSink;
let workers: WorkerProcesses;

beforeEach(async () => {
  app = await startApp({ ROLES: 'api' });
  sink = await SmtpSink.start();
  workers = new WorkerProcesses(app.databaseUrl, { SMTP_URL: sink.url });
});
afterEach(async () => {
  await workers.discard();
  await app.close();
  await sink.close();
});

const waiting = async (): Promise<number> =>
  (await app.sql.query<{ count: number }>('select count(*)::int as count from notification_mails')).rows[0]!
    .count;

it('killed workers lose no notification and no mail, and repeat none', { timeout: 240_000 }, async () => {
  const board = await aBoard({ organization: await anOrganization({ app }) });
  const member = await board.workspace.addMember('member');
  const itemId = await anItem(board);
  const mention = (text: string) => aComment(board, itemId, { body: `@${member.userId} ${text}` });

  for (let count = 0; count < 5; count += 1) await mention(`Number ${count}.`);
  const first = await workers.start();
  for (let count = 0; count < 3; count += 1) await sink.next();
  await vi.waitFor(async () => expect(await waiting()).toBe(2));
  await workers.kill(first);

  await mention('While no worker runs.');
  const second = await workers.start();
  await vi.waitFor(async () => expect(await waiting()).toBe(3));
  await workers.kill(second);

  // The end of the hour, with two workers.
  await app.sql.query('update graphile_worker._private_jobs set run_at = now()');
  await Promise.all([workers.start(), workers.start()]);
  const digest = await sink.next();
  expect(digest.headers['subject']).toBe('3 notifications about Board');
  expect(digest.parts['text/plain']).toMatch(/Number 3\.[^]*Number 4\.[^]*While no worker runs\./);
  await vi.waitFor(async () => expect(await waiting()).toBe(0));
  expect(sink.mails).toHaveLength(4);
  expect((await member.client.query('notifications.unreadCount')).data).toEqual({ count: 6 });
});
