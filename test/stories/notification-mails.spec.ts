import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { aBoard } from '../support/factories/board.factory';
import { aComment } from '../support/factories/comment.factory';
import { anItem } from '../support/factories/item.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { ServiceProcess } from '../support/service-process';
import { SmtpSink } from '../support/smtp-sink';

let app: TestApp;
let sink: SmtpSink;
let dataDir: string;
const workers: ServiceProcess[] = [];

beforeEach(async () => {
  app = await startApp({ ROLES: 'api' });
  sink = await SmtpSink.start();
  dataDir = mkdtempSync(join(tmpdir(), 'trestle-data-'));
});
afterEach(async () => {
  for (const worker of workers) await worker.discard();
  await app.close();
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function aWorker(): Promise<ServiceProcess> {
  const worker = new ServiceProcess({
    DATABASE_URL: app.databaseUrl,
    APP_SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://trestle.test',
    SMTP_URL: sink.url,
    ROLES: 'worker',
  });
  workers.push(worker);
  return worker.ready();
}

async function kill(worker: ServiceProcess): Promise<void> {
  worker.signal('SIGKILL');
  expect(await worker.over()).toBe('SIGKILL');
}

const waiting = async (): Promise<number> =>
  (await app.sql.query<{ count: number }>('select count(*)::int as count from notification_mails')).rows[0]!
    .count;

it('killed workers lose no notification and no mail, and repeat none', { timeout: 240_000 }, async () => {
  const board = await aBoard({ organization: await anOrganization({ app }) });
  const member = await board.workspace.addMember('member');
  const itemId = await anItem(board);
  const mention = (text: string) => aComment(board, itemId, { body: `@${member.userId} ${text}` });

  for (let count = 0; count < 5; count += 1) await mention(`Number ${count}.`);
  const first = await aWorker();
  for (let count = 0; count < 3; count += 1) await sink.next();
  await vi.waitFor(async () => expect(await waiting()).toBe(2));
  await kill(first);

  await mention('While no worker runs.');
  const second = await aWorker();
  await vi.waitFor(async () => expect(await waiting()).toBe(3));
  await kill(second);

  // The end of the hour, with two workers.
  await app.sql.query('update graphile_worker._private_jobs set run_at = now()');
  await Promise.all([aWorker(), aWorker()]);
  const digest = await sink.next();
  expect(digest.headers['subject']).toBe('3 notifications about Board');
  expect(digest.parts['text/plain']).toMatch(/Number 3\.[^]*Number 4\.[^]*While no worker runs\./);
  await vi.waitFor(async () => expect(await waiting()).toBe(0));
  expect(sink.mails).toHaveLength(4);
  expect((await member.client.query('notifications.unreadCount')).data).toEqual({ count: 6 });
});
