import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SmtpSink } from '../../support/smtp-sink';
import { HttpReceiver } from '../../support/http-receiver';
import { anAutomation, runAutomations } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWebhook } from '../../support/factories/webhook.factory';
import { made } from '../../support/factories/workspace.factory';
import { deliverEvents } from '../../support/events';
import type { ReceivedSpan } from '../../support/otlp-receiver';
import { startTracedApp, type TracedApp } from '../../support/traced-app';
import { TickService } from '../../../src/modules/scheduler/tick.service';

const PARENT = '00f067aa0ba902b7';

describe('traces of what a request causes', () => {
  let traced: TracedApp;
  let receiver: HttpReceiver;
  let mail: SmtpSink;
  let organization: TestOrganization;
  let board: TestBoard;
  beforeAll(async () => {
    mail = await SmtpSink.start();
    receiver = await HttpReceiver.start();
    traced = await startTracedApp({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: mail.url });
    organization = await anOrganization({ app: traced.app });
    board = await aBoard({ organization });
    await deliverEvents(traced.app);
  });
  afterAll(async () => {
    receiver.close();
    await traced.close();
    await mail.close();
  });

  /** Creates an item in a trace of the caller; the id of the trace. */
  const createItem = async (name: string) => {
    const traceId = randomBytes(16).toString('hex');
    const client = organization.owner.client.as({ headers: { traceparent: `00-${traceId}-${PARENT}-01` } });
    await made(client, 'items.create', { boardId: board.id, groupId: board.groupIds[0], name });
    return traceId;
  };

  /** Spans with the name that are linked to the trace, with the trace that they are part of. */
  const linked = async (name: string, traceId: string): Promise<ReceivedSpan[]> => {
    await traced.tracing.flush();
    const found = traced.receiver
      .named(name)
      .filter(({ links }) => links.some((link) => link.traceId === traceId));
    for (const { links } of found)
      for (const { spanId } of links.filter((link) => link.traceId === traceId))
        expect(traced.receiver.of(traceId).map((span) => span.spanId)).toContain(spanId);
    return found;
  };

  it('begin for each attempt of a webhook, are linked to the request, and are sent on', async () => {
    await aWebhook(organization, { url: receiver.url('/hook'), events: ['item.created'] });
    const traceId = await createItem('Unmistakable');
    await deliverEvents(traced.app);
    const [request] = await receiver.received(1, '/hook');
    const [attempt] = await vi.waitFor(async () => {
      const found = await linked('deliver webhook', traceId);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(attempt).toMatchObject({
      kind: 1,
      parentSpanId: '',
      attributes: {
        'trestle.webhook.id': expect.stringMatching(/^whk_/),
        'trestle.delivery.id': expect.stringMatching(/^dlv_/),
        'trestle.attempt': 1,
      },
    });
    const call = traced.receiver
      .of(attempt!.traceId)
      .find(({ kind, name }) => kind === 3 && name === 'POST')!;
    expect(call).toMatchObject({
      parentSpanId: attempt!.spanId,
      isFailed: false,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 204 },
    });
    // The receiver gets the attempt, of which it knows already, and not the trace of the user's request.
    expect(request!.headers['traceparent']).toBe(`00-${attempt!.traceId}-${call.spanId}-01`);
    expect(attempt!.traceId).not.toBe(traceId);
    expect(request!.body).not.toContain(traceId);
    expect(JSON.stringify(traced.receiver.spans)).not.toMatch(/Unmistakable|\/hook|127\.0\.0\.1/);
  });

  it('begin for a test of a webhook, so that its receiver gets no trace of the caller', async () => {
    const { id } = await aWebhook(organization, { url: receiver.url('/test') });
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${PARENT}-01` };
    await made(organization.owner.client.as({ headers }), 'webhooks.test', { id });
    const [request] = receiver.at('/test');
    const [test] = await linked('test webhook', traceId);
    expect(request!.headers['traceparent']).toContain(test!.traceId);
    expect(test!.traceId).not.toBe(traceId);
  });

  it('are linked to the request by the delivery of its events, for each subscriber', async () => {
    const traceId = await createItem('Item');
    await deliverEvents(traced.app);
    const delivered = await linked('deliver to webhooks', traceId);
    expect(delivered).toHaveLength(1);
    const { traceId: delivery, parentSpanId } = delivered[0]!;
    const batch = traced.receiver.of(delivery).find(({ spanId }) => spanId === parentSpanId);
    expect(batch).toMatchObject({ name: 'deliver events', parentSpanId: '' });
    expect(traced.receiver.named('relay events').length).toBeGreaterThan(0);
  });

  it('do not appear in the API', async () => {
    const traceId = await createItem('Item');
    await deliverEvents(traced.app);
    const events = await organization.owner.client.query('events.list', { limit: 50 });
    expect(events.status).toBe(200);
    expect(events.bytes.toString()).toContain('item.created');
    expect(events.bytes.toString()).not.toContain(traceId);
  });

  it('are linked to the request by the runs of automations, and their requests and mails have their own', async () => {
    const actions = [
      { type: 'call_webhook', config: { url: receiver.url('/automation'), method: 'POST' } },
      { type: 'send_email', config: { to: ['ada@example.com'], subject: 'Subject', body: 'Body' } },
    ];
    await anAutomation(board, { actions });
    await deliverEvents(traced.app);
    const traceId = await createItem('Item');
    await deliverEvents(traced.app);
    await vi.waitFor(async () => expect(await linked('process automations.run', traceId)).toHaveLength(1));
    await runAutomations(board);
    const [request] = await receiver.received(1, '/automation');
    expect(request!.headers['traceparent']).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    await mail.next();
    const names = await vi.waitFor(async () => {
      await traced.tracing.flush();
      const ids = traced.receiver.named('attempt automation effect').map((span) => span.traceId);
      const found = ids.flatMap((id) => traced.receiver.of(id).map(({ name }) => name));
      expect(found).toEqual(expect.arrayContaining(['POST', 'send mail']));
      return found;
    });
    expect(names.join()).not.toMatch(/example\.com/);
    expect(JSON.stringify(traced.receiver.spans)).not.toMatch(/ada@example|Subject/);
  });

  it('begin for each job and for each tick of the scheduler', async () => {
    await traced.app.nest.get(TickService, { strict: false }).everyMinute();
    await vi.waitFor(async () => {
      await traced.tracing.flush();
      expect(traced.receiver.named('process scheduler.run').length).toBeGreaterThan(0);
    });
    expect(traced.receiver.named('scheduler tick')[0]).toMatchObject({ parentSpanId: '', isFailed: false });
    expect(traced.receiver.named('process scheduler.run')[0]).toMatchObject({
      kind: 5,
      parentSpanId: '',
      attributes: {
        'messaging.system': 'graphile_worker',
        'messaging.operation.type': 'process',
        'messaging.destination.name': 'scheduler.run',
        'messaging.message.id': expect.stringMatching(/^\d+$/),
        'trestle.attempt': 1,
      },
    });
  });

  it('have no spans of polls', async () => {
    await traced.tracing.flush();
    const roots = traced.receiver.spans.filter(({ parentSpanId }) => parentSpanId === '');
    expect(roots.filter(({ kind }) => kind === 3)).toEqual([]);
  });
});
