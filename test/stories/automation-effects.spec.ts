import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { anAutomation, logOf, runAutomations } from '../support/factories/automation.factory';
import { aBoard } from '../support/factories/board.factory';
import { anItem } from '../support/factories/item.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { HttpReceiver } from '../support/http-receiver';
import { SmtpSink } from '../support/smtp-sink';
import { WorkerProcesses } from '../support/worker-processes';

let app: TestApp;
let sink: SmtpSink;
let receiver: HttpReceiver;
let workers: WorkerProcesses;

beforeEach(async () => {
  app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' });
  sink = await SmtpSink.start();
  receiver = await HttpReceiver.start();
  workers = new WorkerProcesses(app.databaseUrl, { SMTP_URL: sink.url, OUTBOUND_ALLOW: '127.0.0.1' });
});
afterEach(async () => {
  await workers.discard();
  await app.close();
  await sink.close();
  receiver.close();
});

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
  const first = await workers.start();
  await isSilent;
  expect((await sink.next()).headers['subject']).toBe('Committed');
  await vi.waitFor(async () => {
    const [execution] = await logOf(board, id);
    expect(execution.effects).toMatchObject([{ status: 'pending', attempts: 0 }, { status: 'success' }]);
  });
  await workers.kill(first);

  receiver.respond = (_request, response) => response.writeHead(204).end();
  // Half a minute later.
  await app.sql.query('update automation_effects set due_at = now() where claim is not null');
  await workers.start();
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
