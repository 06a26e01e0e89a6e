import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { anAutomation, logOf, runAutomations } from '../support/factories/automation.factory';
import { aBoard } from '../support/factories/board.factory';
import { anItem } from '../support/factories/item.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { HttpReceiver } from '../support/http-receiver';
import { ServiceProcess } from '../support/service-process';
import { SmtpSink } from '../support/smtp-sink';

let app: TestApp;
let sink: SmtpSink;
let receiver: HttpReceiver;
let dataDir: string;
const workers: ServiceProcess[] = [];

beforeEach(async () => {
  app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' });
  sink = await SmtpSink.start();
  receiver = await HttpReceiver.start();
  dataDir = mkdtempSync(join(tmpdir(), 'trestle-data-'));
});
afterEach(async () => {
  for (const worker of workers) await worker.discard();
  await app.close();
  await sink.close();
  receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function aWorker(): Promise<ServiceProcess> {
  const worker = new ServiceProcess({
    DATABASE_URL: app.databaseUrl,
    APP_SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://trestle.test',
    SMTP_URL: sink.url,
    OUTBOUND_ALLOW: '127.0.0.1',
    ROLES: 'worker',
  });
  workers.push(worker);
  return worker.ready();
}

it('mails and requests of automations survive killed workers', { timeout: 240_000 }, async () => {
  const board = await aBoard({ organization: await anOrganization({ app }) });
  const id = await anAutomation(board, {
    actions: [
      {
        type: 'call_webhook',
        config: { url: receiver.url('/hook'), method: 'POST', body: { is: '{item.name}' } },
      },
      { type: 'send_email', config: { to: 'someone@example.com', subject: '{item.name}', body: '' } },
    ],
  });

  // After the commit, before anything is sent: no process has the worker role yet.
  await anItem(board, { name: 'Committed' });
  await runAutomations(board);
  const isSilent = new Promise<void>((resolve) => {
    // The receiver of the first attempt never responds.
    receiver.respond = () => resolve();
  });
  const first = await aWorker();
  await isSilent;
  expect((await sink.next()).headers['subject']).toBe('Committed');
  await vi.waitFor(async () => {
    const [execution] = await logOf(board, id);
    expect(execution.effects).toMatchObject([{ status: 'pending', attempts: 0 }, { status: 'success' }]);
  });
  first.signal('SIGKILL');
  expect(await first.over()).toBe('SIGKILL');

  receiver.respond = (_request, response) => response.writeHead(204).end();
  // Half a minute later.
  await app.sql.query('update automation_effects set due_at = now() where claim is not null');
  await aWorker();
  const [before, after] = await receiver.received(2, '/hook');
  expect(after).toMatchObject({ body: '{"is":"Committed"}' });
  expect(after!.headers['idempotency-key']).toBe(before!.headers['idempotency-key']);
  await vi.waitFor(async () => {
    const [execution] = await logOf(board, id);
    expect(execution.effects).toMatchObject([
      { status: 'success', attempts: 1 },
      { status: 'success', attempts: 1 },
    ]);
  });
  expect(sink.mails).toHaveLength(1);
});
