import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listFailedMails, retryFailedMails, sendTestMail } from '../../../src/cli/mail-commands';
import type { FailedMail } from '../../../src/platform/jobs/failed-mails';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { SmtpSink } from '../../support/smtp-sink';

/** Nothing listens there. */
const UNREACHABLE = 'smtp://127.0.0.1:1';

/** One installation, whose mail server cannot be reached by the first process, and by the second one can. */
describe('trestle mail', () => {
  let sink: SmtpSink;
  let broken: TestApp;
  let working: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    broken = await startApp({ SMTP_URL: UNREACHABLE });
    working = await startApp({ SMTP_URL: sink.url, DATABASE_URL: broken.databaseUrl, ROLES: 'api' });
    organization = await anOrganization({ app: broken });
  });
  afterAll(async () => {
    await working?.close();
    await closeBroken();
    await sink?.close();
  });

  let isBrokenOpen = true;
  const closeBroken = async () => {
    if (isBrokenOpen) await broken.close();
    isBrokenOpen = false;
  };
  const listed = async (app = working) =>
    ((await listFailedMails(app.nest)).json as { mails: FailedMail[] }).mails;
  const mailState = async (app: TestApp) => {
    const { status, body } = await new WireClient(app).request('GET', '/api/health/mail');
    return [status, (body as { status: string }).status];
  };

  it('sends a test mail, or says why it cannot', async () => {
    const sent = await sendTestMail(working.nest, 'ops@example.com');
    expect([sent.isSuccess, sent.json]).toEqual([true, { to: 'ops@example.com', isSent: true }]);
    expect((await sink.next()).to).toEqual(['ops@example.com']);
    await expect(sendTestMail(broken.nest, 'ops@example.com')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('lists failed mails, which are retried, counted and sent again on request', async () => {
    expect(await listFailedMails(working.nest)).toMatchObject({
      text: 'No mail has failed',
      json: { mails: [] },
    });
    const invited = { email: 'invited@example.com', role: 'member' };
    await made(organization.owner.client, 'organizations.members.invite', invited);
    await vi.waitFor(async () => expect(await listed()).toHaveLength(1), { timeout: 60_000, interval: 100 });
    const [mail] = await listed();
    expect(mail).toMatchObject({
      kind: 'members.send-invitation',
      maxAttempts: 10,
      nextAttemptAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      error: expect.stringContaining('ECONNREFUSED'),
    });
    expect((await listFailedMails(working.nest)).text).toContain(`${mail!.id}  members.send-invitation`);
    expect(await mailState(broken)).toEqual([503, 'error']);
    // As after the last attempt.
    await broken.sql.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [
      mail!.id,
    ]);
    expect((await listed())[0]).toMatchObject({ attempts: 10, nextAttemptAt: null });
    await closeBroken();
    await expect(retryFailedMails(working.nest, ['1; drop'])).rejects.toThrow('not an id of a failed mail');
    expect(await retryFailedMails(working.nest, ['999'])).toMatchObject({
      json: { retried: 0 },
      isSuccess: false,
    });
    expect(await retryFailedMails(working.nest, [mail!.id])).toMatchObject({
      json: { retried: 1 },
      isSuccess: true,
    });
    expect(await listed()).toEqual([]);
    const worker = await startApp({ SMTP_URL: sink.url, DATABASE_URL: broken.databaseUrl });
    try {
      expect((await sink.next()).to).toEqual(['invited@example.com']);
      expect(await mailState(worker)).toEqual([200, 'ok']);
    } finally {
      await worker.close();
    }
  });
});
