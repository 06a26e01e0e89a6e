import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AutomationId } from '../../../../src/kernel/ids';
import { MAILS_PER_HOUR } from '../../../../src/modules/automations/effects/mail-limit.repository';
import { ResealAutomationSecretsSweep } from '../../../../src/modules/automations/effects/reseal-automation-secrets.sweep';
import { NameResolver } from '../../../../src/platform/http/name-resolver';
import { Log } from '../../../../src/platform/logging/log';
import { startApp, TEST_SECRET, type TestApp } from '../../../support/app';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { HttpReceiver } from '../../../support/http-receiver';
import { SmtpSink } from '../../../support/smtp-sink';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Email', type: 'email' },
];

describe('outward actions of automations', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let sink: SmtpSink;
  let receiver: HttpReceiver;
  const lines: string[] = [];
  beforeAll(async () => {
    sink = await SmtpSink.start();
    receiver = await HttpReceiver.start();
    app = await startApp(
      { SMTP_URL: sink.url, OUTBOUND_ALLOW: '127.0.0.1' },
      new Log({ write: (line: string) => lines.push(line) } as never),
    );
    organization = await anOrganization({ app });
    return async () => {
      await app.close();
      await sink.close();
      receiver.close();
    };
  });
  afterEach(() => {
    vi.restoreAllMocks();
    receiver.respond = (_request, response) => response.writeHead(204).end();
  });

  let paths = 0;
  const newPath = () => `/hook-${(paths += 1)}`;
  const board = () => aBoard({ organization, columns: COLUMNS });
  const call = (path: string, config: object = {}) => ({
    type: 'call_webhook',
    config: { url: receiver.url(path), method: 'POST', ...config },
  });
  const mail = (config: object = {}) => ({
    type: 'send_email',
    config: { to: 'someone@example.com', subject: 'Hello', body: 'Text', ...config },
  });
  const ends = (on: TestBoard, id: AutomationId, effects: object[]) =>
    vi.waitFor(async () => expect(await logOf(on, id)).toMatchObject([{ effects }]));
  /** Every attempt that waits for its time is due. */
  const hurry = (executionId: string) =>
    app.sql.query(
      `update automation_effects set due_at = now() - interval '1 second'
       where execution_id = $1 and status = 'pending' and claim is null`,
      [executionId],
    );

  it('send mails to each recipient, from the address of the service, with the name of the automation', async () => {
    const on = await board();
    const id = await anAutomation(on, {
      name: 'Greeter',
      actions: [
        mail({ to: 'first@example.com, {value.Email}', subject: '{item.name}', body: 'New: {item.name}' }),
      ],
    });
    const name = 'A\u2028Bcc: victim@example.com';
    await anItem(on, { name, values: { [on.column('Email')]: 'second@example.com' } });
    await runAutomations(on);
    const mails = [await sink.next(), await sink.next()];
    expect(mails.map(({ to }) => to).toSorted()).toEqual([['first@example.com'], ['second@example.com']]);
    for (const { headers, text } of mails) {
      expect(headers['from']).toContain('trestle@localhost');
      expect(headers['subject']).toBe('A Bcc: victim@example.com');
      expect(headers['bcc']).toBeUndefined();
      expect(text).toContain(`This mail was sent by the automation "Greeter" of Organization`);
    }
    await ends(on, id, [
      { action: 0, status: 'success', attempts: 1, error: null },
      { action: 0, status: 'success', attempts: 1, error: null },
    ]);
    const [execution] = await logOf(on, id);
    expect(execution).toMatchObject({ status: 'success', actionsExecuted: 1 });
    const { rows } = await app.sql.query(
      'select sealed_content from automation_effects where execution_id = $1',
      [execution.id],
    );
    expect(rows).toEqual([{ sealed_content: null }, { sealed_content: null }]);
  });

  it('send requests with values that cannot leave their place', async () => {
    const on = await board();
    const path = newPath();
    await anAutomation(on, {
      actions: [
        call(`${path}?name={item.name}`, {
          method: 'PUT',
          headers: { 'X-Name': 'Item {item.name}', 'X-Api-Key': 'abc' },
          body: { name: '{item.name}', nested: [{ 'a {item.name}': 'b {item.name}' }], count: 3 },
        }),
        call(`${path}/string`, { body: '{"name": "{item.name}", "unknown": "{what}"}' }),
        call(`${path}/text`, { headers: { 'Content-Type': 'text/plain' }, body: 'Item {item.name}' }),
        call(`${path}/form`, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'name={item.name}&x=1',
        }),
      ],
    });
    const name = '"},{"a":"\\ {item.id} &admin=1#\u2029ü';
    await anItem(on, { name });
    await runAutomations(on);
    const [request] = await receiver.received(1, path);
    expect(new URL(request!.path, receiver.url()).searchParams.get('name')).toBe(name);
    expect(request!.method).toBe('PUT');
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': 'abc',
      'x-name': `Item "},{"a":"\\ {item.id} &admin=1# %C3%BC`,
      'idempotency-key': expect.stringMatching(/^eff_/),
    });
    expect(request!.headers['webhook-id']).toBe(request!.headers['idempotency-key']);
    expect(JSON.parse(request!.body)).toEqual({
      name,
      nested: [{ 'a {item.name}': `b ${name}` }],
      count: 3,
    });
    const [string] = await receiver.received(1, `${path}/string`);
    expect(string!.headers['content-type']).toBe('application/json');
    expect(JSON.parse(string!.body)).toEqual({ name, unknown: '{what}' });
    const [text] = await receiver.received(1, `${path}/text`);
    expect(text!.body).toBe(`Item ${name}`);
    const [form] = await receiver.received(1, `${path}/form`);
    expect(Object.fromEntries(new URLSearchParams(form!.body))).toEqual({ name, x: '1' });
  });

  it('do not call another path when a value is a dot segment', async () => {
    const on = await board();
    const path = newPath();
    const id = await anAutomation(on, { actions: [call(`${path}/{item.name}/delete`)] });
    for (const name of ['.', '..', '%2e%2E']) await anItem(on, { name });
    await runAutomations(on);
    expect(await logOf(on, id)).toMatchObject([
      { status: 'success', effects: [{ action: 0 }] },
      { status: 'failed', failedAction: 0, effects: [] },
      { status: 'failed', failedAction: 0, effects: [] },
    ]);
    await receiver.received(1, `${path}/%252e%252E/delete`);
  });

  it('call only hosts that the organization allows, at the time of the call too', async () => {
    const own = await anOrganization({ app });
    const on = await aBoard({ organization: own, columns: COLUMNS });
    const path = newPath();
    const id = await anAutomation(on, { actions: [call(path)] });
    await own.owner.client.mutate('organizations.update', { outboundHosts: ['example.com'] });
    const refused = await own.owner.client.mutate('automations.update', { id, actions: [call(path)] });
    expect(refused.error!.data.issues).toMatchObject([{ path: 'actions.0.config.url' }]);
    await anItem(on);
    await runAutomations(on);
    expect(await logOf(on, id)).toMatchObject([{ status: 'failed', failedAction: 0, effects: [] }]);
  });

  it('go out only when all actions of the run have committed', async () => {
    const on = await board();
    const path = newPath();
    const id = await anAutomation(on, {
      actions: [call(path), mail({ to: '{value.Email}' })],
    });
    await anItem(on, { name: 'Without address' });
    await runAutomations(on);
    expect(await logOf(on, id)).toMatchObject([
      { status: 'failed', failedAction: 1, error: 'A recipient is empty', effects: [] },
    ]);
    await anItem(on, { values: { [on.column('Email')]: 'someone@example.com' } });
    await runAutomations(on);
    await receiver.received(1, path);
    expect(receiver.at(path)).toHaveLength(1);
  });

  it('show in a dry run, which sends nothing', async () => {
    const on = await board();
    const path = newPath();
    const headers = { Authorization: 'secret {item.name}' };
    const { userId } = organization.owner;
    const id = await anAutomation(on, {
      actions: [
        call(path, { headers, body: { is: '{item.name}' } }),
        mail({ body: '{item.name}' }),
        { type: 'send_notification', config: { userIds: [userId], message: '{item.name}' } },
      ],
    });
    const itemId = await anItem(on, { name: 'Dry' });
    await app.sql.query('delete from outbox where organization_id = $1', [organization.id]);
    const { data } = await organization.owner.client.mutate('automations.dryRun', { id, itemId });
    expect(data.runs).toMatchObject([
      {
        status: 'success',
        effects: [
          {
            url: receiver.url(path),
            method: 'POST',
            headers: ['content-type', 'authorization'],
            body: '{"is":"Dry"}',
          },
          { to: ['someone@example.com'], subject: 'Hello', body: 'Dry' },
          { userIds: [userId], message: 'Dry' },
        ],
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('secret');
    await runAutomations(on);
    expect(await logOf(on, id)).toEqual([]);
    const { rows } = await app.sql.query('select from automation_effects where automation_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('are repeated with the same id until the receiver accepts', async () => {
    const on = await board();
    const path = newPath();
    const id = await anAutomation(on, { actions: [call(path)] });
    receiver.respond = (_request, response) =>
      response.writeHead(receiver.at(path).length < 3 ? 503 : 200).end('x'.repeat(100_000));
    await anItem(on);
    await runAutomations(on);
    for (let attempts = 1; attempts < 3; attempts += 1) {
      await ends(on, id, [{ status: 'pending', attempts, error: 'The receiver responded with status 503' }]);
      const [execution] = await logOf(on, id);
      expect(execution.status).toBe('success');
      await hurry(execution.id);
    }
    await ends(on, id, [{ status: 'success', attempts: 3, error: null }]);
    const ids = receiver.at(path).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(ids).size).toBe(1);
  });

  it('are dead letters after six attempts: the execution is failed, until they are sent again', async () => {
    const on = await board();
    const path = newPath();
    const id = await anAutomation(on, { actions: [mail(), call(path)] });
    receiver.respond = (_request, response) => response.writeHead(500).end();
    await anItem(on);
    await runAutomations(on);
    for (let attempts = 1; attempts <= 6; attempts += 1) {
      await vi.waitFor(async () => {
        const [execution] = await logOf(on, id);
        expect(execution.effects[1].attempts).toBe(attempts);
      });
      await hurry((await logOf(on, id))[0].id);
    }
    const [execution] = await logOf(on, id);
    expect(execution).toMatchObject({
      status: 'failed',
      failedAction: 1,
      error: 'The receiver responded with status 500',
      effects: [{ status: 'success' }, { status: 'failed', attempts: 6 }],
    });
    let accept: () => void = () => undefined;
    const isAccepted = new Promise<void>((resolve) => (accept = resolve));
    receiver.respond = async (_request, response) => {
      await isAccepted;
      response.writeHead(204).end();
    };
    const rerun = () =>
      organization.owner.client.mutate('automations.executions.rerun', { id: execution.id });
    // Also while the first rerun has not arrived: the other actions are not repeated.
    for (const answer of await Promise.all([rerun(), rerun()])) expect(answer.data.id).toBe(execution.id);
    accept();
    await vi.waitFor(async () =>
      expect(await logOf(on, id)).toMatchObject([
        {
          status: 'success',
          failedAction: null,
          error: null,
          effects: [{}, { status: 'success', attempts: 7 }],
        },
      ]),
    );
    expect((await rerun()).status).toBe(409);
    const ids = receiver.at(path).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('are not repeated when the receiver rejects them, redirects, or resolves to a private address', async () => {
    const on = await board();
    const path = newPath();
    const id = await anAutomation(on, {
      actions: [
        call(`${path}/missing`),
        call(`${path}/moved`),
        { type: 'call_webhook', config: { url: 'https://rebound.example.com/', method: 'GET' } },
      ],
    });
    vi.spyOn(app.nest.get(NameResolver, { strict: false }), 'addressesOf').mockResolvedValue(['10.0.0.1']);
    receiver.respond = ({ path: at }, response) => {
      if (at.endsWith('/moved'))
        response.writeHead(307, { location: receiver.url(`${path}/elsewhere`) }).end();
      else response.writeHead(404).end();
    };
    await anItem(on);
    await runAutomations(on);
    const failed = (error: string) => ({
      status: 'failed',
      attempts: 1,
      error: expect.stringContaining(error),
    });
    await ends(on, id, [
      failed('responded with status 404'),
      failed('redirects are not followed'),
      failed('Must resolve to a public internet address'),
    ]);
    expect(await logOf(on, id)).toMatchObject([{ status: 'failed', failedAction: 0 }]);
    expect(receiver.at(`${path}/elsewhere`)).toEqual([]);
  });

  it('a receiver that does not respond delays no other one', async () => {
    const on = await board();
    const path = newPath();
    const slow = await anAutomation(on, {
      actions: Array.from({ length: 12 }, () => call(`${path}/slow`)),
    });
    const held: (() => void)[] = [];
    receiver.respond = ({ path: at }, response) => {
      const end = () => response.writeHead(204).end();
      if (at.endsWith('/slow')) held.push(end);
      else end();
    };
    await anItem(on);
    await runAutomations(on);
    await receiver.received(4, `${path}/slow`);
    await made(on, slow);
    const other = await aBoard({ organization: await anOrganization({ app }), columns: COLUMNS });
    await anAutomation(other, { actions: [call(`${path}/fast`), mail({ to: 'fast@example.com' })] });
    await anItem(other);
    await runAutomations(other);
    await receiver.received(1, `${path}/fast`);
    await vi.waitFor(() => expect(sink.mails.some(({ to }) => to.includes('fast@example.com'))).toBe(true));
    expect(receiver.at(`${path}/slow`)).toHaveLength(4);
    receiver.respond = (_request, response) => response.writeHead(204).end();
    for (const end of held) end();
    await receiver.received(12, `${path}/slow`);
  });

  it('wait when the organization has sent its mails of the hour, and fail after a day', async () => {
    const own = await anOrganization({ app });
    const on = await aBoard({ organization: own, columns: COLUMNS });
    await app.sql.query(`insert into automation_mail_hours values ($1, now(), ${MAILS_PER_HOUR - 1})`, [
      own.id,
    ]);
    const to = ['limit-1@example.com', 'limit-2@example.com'];
    const id = await anAutomation(on, { actions: [mail({ to })] });
    await anItem(on);
    await runAutomations(on);
    const statuses = async () => {
      const [execution] = await logOf(on, id);
      return execution.effects.map(({ status, error }: { status: string; error: string | null }) => ({
        status,
        error,
      }));
    };
    await vi.waitFor(async () =>
      expect(await statuses()).toEqual(
        expect.arrayContaining([
          { status: 'success', error: null },
          { status: 'pending', error: expect.stringContaining('100 mails') },
        ]),
      ),
    );
    const waiting = `where organization_id = $1 and status = 'pending'`;
    await app.sql.query(`update automation_effects set waits_until = now(), due_at = now() ${waiting}`, [
      own.id,
    ]);
    await vi.waitFor(async () => {
      const [execution] = await logOf(on, id);
      expect(execution).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('has waited a day'),
      });
    });
    expect(sink.mails.filter(({ to: [address] }) => address!.startsWith('limit-'))).toHaveLength(1);
  });

  it('headers are encrypted, and shown to no one but the creator', async () => {
    const on = await board();
    const path = newPath();
    const secret = 'Bearer s3cr3t-value-of-a-header';
    const headers = { Authorization: secret };
    const { client } = organization.owner;
    const input = {
      boardId: on.id,
      name: 'Secret',
      trigger: { type: 'item.created', config: {} },
      actions: [call(path, { headers })],
    };
    const keyed = client.as({ headers: { 'idempotency-key': 'secret-header' } });
    const created = await keyed.mutate('automations.create', input);
    expect(created.data.actions[0].config.headers).toEqual(headers);
    const repeated = await keyed.mutate('automations.create', input);
    const masked = { Authorization: '********' };
    expect(repeated.data).toMatchObject({ id: created.data.id, actions: [{ config: { headers: masked } }] });

    const shown = async (by: typeof client) =>
      (await by.query('automations.list', { boardId: on.id })).data.automations[0].actions[0].config.headers;
    expect(await shown(client)).toEqual(headers);
    const admin = await on.workspace.addMember('admin');
    expect(await shown(admin.client)).toEqual(masked);
    const renamed = await admin.client.mutate('automations.update', { id: created.data.id, name: 'Other' });
    expect(renamed.data).toMatchObject({ name: 'Other', actions: [{ config: { headers: masked } }] });

    const copy = await admin.client.mutate('boards.duplicate', { id: on.id });
    const [copied] = (await admin.client.query('automations.list', { boardId: copy.data.id })).data
      .automations;
    expect(copied).toMatchObject({
      createdBy: admin.userId,
      enabled: false,
      disabledReason: expect.stringContaining('without the values of headers'),
      actions: [{ config: { headers: { Authorization: '' } } }],
    });

    receiver.respond = (_request, response) => response.writeHead(500).end();
    await anItem(on);
    await runAutomations(on);
    const [request] = await receiver.received(1, path);
    expect(request!.headers['authorization']).toBe(secret);
    const stored = await app.sql.query<{ text: string }>(
      `select row::text as text from automations row union all select row::text from automation_effects row
       union all select row::text from automation_executions row union all select row::text from events row
       union all select row::text from idempotency_keys row`,
    );
    expect(stored.rows.length).toBeGreaterThan(3);
    expect(stored.rows.filter(({ text }) => text.includes('s3cr3t'))).toEqual([]);
    expect(lines.filter((line) => line.includes('s3cr3t'))).toEqual([]);

    const renewed = await startApp({
      DATABASE_URL: app.databaseUrl,
      ROLES: 'api',
      APP_SECRET: 'another secret of the tests, at least thirty-two characters',
      APP_SECRET_PREVIOUS: TEST_SECRET,
    });
    try {
      const ends = new AbortController().signal;
      await renewed.nest.get(ResealAutomationSecretsSweep, { strict: false }).run(ends);
      expect(await shown(client.at(renewed))).toEqual(headers);
    } finally {
      await renewed.close();
    }
    // The secret is encrypted again: the old key does not read it.
    expect(await shown(client)).toEqual({ Authorization: '' });
  });
});

/** The log shows the effects that wait for their receiver. */
async function made(on: TestBoard, id: AutomationId): Promise<void> {
  const [execution] = await logOf(on, id);
  expect(execution.effects).toHaveLength(12);
}
