import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { newHookSecret } from '../../../src/modules/automations/hooks/hook-secrets';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { logOf, runAutomations } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aHook, hookAt, hookUrlOf, type HookOptions } from '../../support/factories/hook.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedNames } from '../../support/item-lists';
import { refusedPaths } from '../../support/refusals';
import { HOOK_BODIES } from './hook-bodies';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const SECRET = 'a signing secret of this spec';

describe('POST /api/automations/:id/hook/:secret', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const client = () => board.organization.owner.client;
  const newBoard = () => aBoard({ organization: board.organization });
  const create = (on: TestBoard, name: string) => ({
    type: 'create_item',
    config: { boardId: on.id, groupId: on.groupIds[0]!, name },
  });
  const hook = (name = '{payload}', options: HookOptions = {}) =>
    aHook(board, { actions: [create(board, name)], ...options });
  const queued = async (id: string) => {
    const text = 'select from automation_executions where automation_id = $1';
    return (await board.organization.app.sql.query(text, [id])).rows.length;
  };

  describe('202', () => {
    it('the id of the execution, which runs with the payload', async () => {
      const on = await newBoard();
      const { id, post } = await aHook(on, {
        actions: [create(on, '{payload.issue.title} {payload.labels.1} {payload.none} {user.name}')],
      });
      const { status, body, headers } = await post({ issue: { title: 'A {item.id}' }, labels: [1, true] });
      expect(status).toBe(202);
      expect(body).toEqual({ executionId: expect.stringMatching(/^exe_/) });
      expect(headers['cache-control']).toBe('no-store');
      await runAutomations(on);
      expect(await logOf(on, id)).toMatchObject([
        {
          id: (body as { executionId: string }).executionId,
          status: 'success',
          triggeredBy: { type: 'webhook.received', itemId: null, userId: null },
        },
      ]);
      expect(await listedNames(on)).toEqual(['A {item.id} true {payload.none}']);
    });

    it.each(HOOK_BODIES)('the body %s', async (_what, { body, headers, payload }) => {
      // The payload of an execution that fails stays, whether or not it has run.
      const { id, post } = await hook(undefined, { actions: [{ type: 'archive_item', config: {} }] });
      const answer = await post(body, headers);
      expect(answer.status).toBe(202);
      const { rows } = await board.organization.app.sql.query(
        'select payload from automation_executions where automation_id = $1',
        [id],
      );
      expect(rows).toEqual([{ payload }]);
    });

    it('the payload of a failed execution is kept for another run, that of others is not', async () => {
      const on = await newBoard();
      const { id, post } = await aHook(on, {
        actions: [create(on, '{payload.name}'), { type: 'archive_item', config: {} }],
      });
      await post({ name: 'First' });
      await runAutomations(on);
      const [failed] = await logOf(on, id);
      expect(failed).toMatchObject({ status: 'failed', failedAction: 1 });
      await made(client(), 'automations.update', { id, actions: [create(on, '{payload.name}')] });
      const rerun = await made(client(), 'automations.executions.rerun', { id: failed.id });
      expect(rerun.status).toBe('success');
      expect(await listedNames(on)).toEqual(['First']);
      const { rows } = await on.organization.app.sql.query(
        'select status, payload from automation_executions where automation_id = $1 order by id',
        [id],
      );
      expect(rows).toEqual([
        { status: 'failed', payload: { name: 'First' } },
        { status: 'success', payload: null },
      ]);
    });

    it('a repetition with the same key is the same execution, of the same automation', async () => {
      const [first, second] = [await hook(), await hook()];
      const keyed = async (at: typeof first, headers: Record<string, string>) =>
        ((await at.post({}, headers)).body as { executionId: string }).executionId;
      const id = await keyed(first, { 'webhook-id': 'msg_ü' });
      expect(await keyed(first, { 'webhook-id': 'msg_ü', 'idempotency-key': 'x' })).toBe(id);
      expect(await keyed(second, { 'webhook-id': 'msg_ü' })).not.toBe(id);
      const other = await keyed(first, { 'idempotency-key': 'x'.repeat(255) });
      expect(other).not.toBe(id);
      expect(await keyed(first, { 'idempotency-key': 'x'.repeat(255) })).toBe(other);
      expect(await queued(first.id)).toBe(2);
      await first.post({});
      await first.post({});
      expect(await queued(first.id)).toBe(4);
    });

    it('20 parallel requests with one key: one execution', async () => {
      const { id, post } = await hook();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post({ a: 1 }, { 'webhook-id': 'one' })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
      expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
      expect(await queued(id)).toBe(1);
    });
  });

  describe('signatures', () => {
    const hub = (body: string, secret = SECRET) =>
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const standard = (body: string, key: Webhook, at = new Date()) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': `v1a,x ${key.sign('msg_1', at, body)}`,
    });
    const body = ' {"a": "ü"} ';

    it('202: of GitHub, of Standard Webhooks', async () => {
      const { post } = await hook('x', { signingSecret: SECRET });
      expect((await post(body, { 'x-hub-signature-256': hub(body) })).status).toBe(202);
      const form = 'payload=%7B%7D';
      expect((await post(form, { ...FORM, 'x-hub-signature-256': hub(form) })).status).toBe(202);
      expect((await post(body, standard(body, new Webhook(SECRET, { format: 'raw' })))).status).toBe(202);
      const encoded = `whsec_${Buffer.from('a key of 24 bytes or more').toString('base64')}`;
      const other = await hook('x', { signingSecret: encoded });
      expect((await other.post(body, standard(body, new Webhook(encoded)))).status).toBe(202);
      expect((await other.post(body, { 'x-hub-signature-256': hub(body, encoded) })).status).toBe(202);
    });

    it('401: none, a wrong one, of another body, too old', async () => {
      const { id, post } = await hook('x', { signingSecret: SECRET });
      const key = new Webhook(SECRET, { format: 'raw' });
      const old = new Date(Date.now() - 6 * 60_000);
      const rejected = [
        {},
        { 'x-hub-signature-256': hub('other') },
        { 'x-hub-signature-256': hub(body, 'another secret') },
        { 'x-hub-signature-256': hub(body).slice(0, -1) },
        { 'x-hub-signature-256': '' },
        { 'x-hub-signature': hub(body) },
        standard('other', key),
        standard(body, key, old),
        standard(body, key, new Date(Date.now() + 6 * 60_000)),
        { ...standard(body, key), 'webhook-id': 'msg_2' },
        { ...standard(body, key), 'webhook-timestamp': 'x' },
        { ...standard(body, key), 'webhook-signature': 'v1,' },
      ];
      for (const headers of rejected)
        expect([headers, (await post(body, headers as never)).status]).toEqual([headers, 401]);
      expect(await queued(id)).toBe(0);
    });
  });

  describe('404, alike', () => {
    it('unknown, with a wrong secret, of another organization, with another trigger', async () => {
      const found = await hook();
      const other = await hook();
      const elsewhere = await anOrganization({ app: board.organization.app });
      const { app, slug } = board.organization;
      const anonymous = new WireClient(app, { slug });
      const ask = (path: string, by = anonymous) => by.request('POST', path, {});
      const left = await hook();
      const trigger = { type: 'item.created', config: {} };
      await made(client(), 'automations.update', { id: left.id, trigger });
      const deleted = await hook();
      await made(client(), 'automations.delete', { id: deleted.id });
      const answers = [
        await ask(`/api/automations/${newId('automation')}/hook/${found.secret}`),
        await ask(`/api/automations/x/hook/${found.secret}`),
        await ask(`/api/automations/${found.id}/hook/${newHookSecret()}`),
        await ask(`/api/automations/${found.id}/hook/${other.secret}`),
        await ask(`/api/automations/${found.id}/hook/${found.secret.toLowerCase()}`),
        await ask(`/api/automations/${found.id}/hook/x`),
        await ask(`/api/automations/${found.id}/hook/%00`),
        await ask(found.path, new WireClient(app, { slug: elsewhere.slug })),
        await ask(found.path, new WireClient(app)),
        await ask(left.path),
        await ask(deleted.path),
      ];
      const looks = answers.map(({ status, error }) => [status, error!.message, error!.data.code]);
      expect(looks).toEqual(answers.map(() => [404, 'No such hook', 'NOT_FOUND']));
      expect(await queued(found.id)).toBe(0);
    });

    it('of a board that was deleted', async () => {
      const on = await newBoard();
      const { post } = await aHook(on);
      await made(client(), 'boards.delete', { id: on.id });
      expect((await post({})).status).toBe(404);
    });

    it('other methods', async () => {
      const { path } = await hook();
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
        expect((await client().request(method, path)).status).toBe(404);
    });
  });

  describe('409', () => {
    it('a disabled automation, whose signature does not matter', async () => {
      const { id, path, post } = await hook('x', { signingSecret: SECRET });
      await made(client(), 'automations.toggle', { id, enabled: false });
      const { status, error } = await post({});
      expect([status, error!.message]).toEqual([409, 'The automation is disabled']);
      const wrong = path.replace(/[^/]+$/, newHookSecret());
      expect((await client().request('POST', wrong, {})).status).toBe(404);
      expect(await queued(id)).toBe(0);
    });

    it('an archived project', async () => {
      const on = await newBoard();
      const { id, post } = await aHook(on);
      await made(client(), 'projects.archive', { id: on.project.id });
      expect((await post({})).status).toBe(409);
      expect(await logOf(on, id)).toEqual([]);
    });
  });

  describe('other rejections', () => {
    it('400: not JSON, or what cannot be stored', async () => {
      const { id, post } = await hook();
      const json = { 'content-type': 'application/json' };
      const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
      const bodies = [
        '{',
        '{"a":}',
        '"\\u0000"',
        '{"\\u0000":1}',
        '{"a":"\\ud800"}',
        '1e999',
        deep(200),
        deep(100_000),
      ];
      for (const text of [...bodies, Buffer.from([0x22, 0xff, 0x22])])
        expect([text, (await post(text, json)).status]).toEqual([text, 400]);
      for (const form of ['a=%00', Buffer.from('a=\xff', 'latin1'), '__proto__=x'])
        expect([form, (await post(form, FORM)).status]).toEqual([form, 400]);
      expect(refusedPaths(await post({ a: { b: ['\0'] } }))).toEqual(['a.b.0']);
      expect(refusedPaths(await post({}, { 'webhook-id': 'x'.repeat(256) }))).toEqual(['webhook-id']);
      expect(await queued(id)).toBe(0);
    });

    it('413 and 415', async () => {
      const { id, post } = await hook();
      const text = (length: number) => JSON.stringify('x'.repeat(length - 2));
      expect((await post(text(256 * 1024))).status).toBe(202);
      expect((await post(text(256 * 1024 + 1))).status).toBe(413);
      for (const type of ['text/plain', 'text/json', 'multipart/form-data; boundary=x', 'application/xml'])
        expect([type, (await post('{}', { 'content-type': type })).status]).toEqual([type, 415]);
      expect((await post(Buffer.from('{}'))).status).toBe(415);
      expect(await queued(id)).toBe(1);
    });
  });

  describe('429', () => {
    let app: TestApp;
    let on: TestBoard;
    beforeAll(async () => {
      app = await startApp({ RATE_LIMITS: 'on', ROLES: 'api' });
      on = await aBoard({ organization: await anOrganization({ app }) });
    });
    afterAll(() => app.close());

    it('more than 120 requests a minute to one hook; wrong secrets from one address', async () => {
      const { post, path } = await aHook(on);
      const other = await aHook(on);
      const statuses: number[] = [];
      for (let count = 0; count < 121; count += 1)
        statuses.push((await post({}, { 'webhook-id': 'x' })).status);
      expect(statuses).toEqual([...Array.from({ length: 120 }, () => 202), 429]);
      expect(Number((await post({})).headers['retry-after'])).toBeGreaterThan(0);
      const anonymous = new WireClient(app, { slug: on.organization.slug });
      const wrong = path.replace(/[^/]+$/, newHookSecret());
      for (let count = 0; count < 60; count += 1)
        expect((await anonymous.request('POST', wrong, {})).status).toBe(404);
      expect((await anonymous.request('POST', wrong, {})).status).toBe(429);
      expect((await other.post({})).status).toBe(202);
    });

    it('10,000 executions of the board are waiting; repetitions get their execution', async () => {
      const { id, post } = await aHook(on);
      const first = await post({}, { 'webhook-id': 'first' });
      await app.sql.query(
        `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by, depth,
           is_manual, executed_at)
         select $1, 'exe_' || n, $2, $3, n, 'queued', '{}', 1, false, now() from generate_series(2, 10000) as n`,
        [on.organization.id, id, on.id],
      );
      const { status, headers } = await post({});
      expect([status, headers['retry-after']]).toEqual([429, '60']);
      expect((await post({}, { 'webhook-id': 'first' })).body).toEqual(first.body);
    });
  });

  describe('webhookUrl', () => {
    it('is for the creator, and contains the secret', async () => {
      const { id, url } = await hook();
      expect(url).toMatch(
        new RegExp(`^http.*${board.organization.slug}.*/api/automations/${id}/hook/svc_hook_\\w{46}$`),
      );
      const admin = await board.organization.addMember('admin');
      expect(await hookUrlOf(board, id, admin.client)).toBeNull();
      const toggled = await made(admin.client, 'automations.toggle', { id, enabled: false });
      expect(toggled.webhookUrl).toBeNull();
      const renamed = await made(client(), 'automations.update', { id, name: 'Renamed', enabled: true });
      expect(renamed.webhookUrl).toBe(url);
      expect(JSON.stringify(renamed)).not.toContain('sealed');
    });

    it('is null for other triggers, and new after the trigger has changed', async () => {
      const { id, url } = await hook();
      const trigger = { type: 'item.created', config: {} };
      expect((await made(client(), 'automations.update', { id, trigger })).webhookUrl).toBeNull();
      const back = { type: 'webhook.received', config: {} };
      const changed = (await made(client(), 'automations.update', { id, trigger: back })).webhookUrl;
      expect(changed).not.toBe(url);
      const same = await made(client(), 'automations.update', { id, trigger: back });
      expect(same.webhookUrl).toBe(changed);
      expect((await hookAt(board, id, changed).post({})).status).toBe(202);
    });

    it('is not in the response of a repeated call', async () => {
      const input = {
        boardId: board.id,
        name: 'Rule',
        trigger: { type: 'webhook.received' },
        actions: [create(board, 'x')],
      };
      const key = { 'idempotency-key': newId('event') };
      const first = await client().mutate('automations.create', input, key);
      expect(first.data.webhookUrl).toContain('/hook/');
      const again = await client().mutate('automations.create', input, key);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.data).toEqual({ ...first.data, webhookUrl: null });
    });

    it('of a copy is another one', async () => {
      const on = await newBoard();
      const { id, url } = await aHook(on);
      const copy = await made(client(), 'boards.duplicate', { id: on.id, name: 'Copy' });
      const [copied] = (await client().query('automations.list', { boardId: copy.id })).data.automations;
      expect(copied.webhookUrl).toContain(`/${copied.id}/hook/`);
      expect([copied.id, copied.webhookUrl]).not.toEqual([id, url]);
      expect((await hookAt(on, copied.id, copied.webhookUrl).post({})).status).toBe(202);
    });
  });

  describe('signingSecret', () => {
    const trigger = (signingSecret?: string) => ({
      type: 'webhook.received',
      config: signingSecret === undefined ? {} : { signingSecret },
    });
    const update = (id: string, signingSecret?: string) =>
      client().mutate('automations.update', { id, trigger: trigger(signingSecret) });
    const signed = (secret: string) => ({
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update('{}').digest('hex')}`,
    });

    it('is shown to no one; the mask keeps it, another one replaces it, none removes it', async () => {
      const { id, post } = await hook('x', { signingSecret: SECRET });
      const kept = await update(id, '********');
      expect(kept.data.trigger).toEqual(trigger('********'));
      expect((await post('{}', signed(SECRET))).status).toBe(202);
      const next = 'another signing secret';
      const replaced = await update(id, next);
      expect(replaced.data.trigger).toEqual(trigger('********'));
      expect(replaced.data.updatedAt).not.toBe(kept.data.updatedAt);
      expect((await post('{}', signed(SECRET))).status).toBe(401);
      expect((await post('{}', signed(next))).status).toBe(202);
      expect((await update(id)).data.trigger).toEqual(trigger());
      expect((await post('{}')).status).toBe(202);
    });

    it('400: too short, not printable, no base64, a mask without a secret', async () => {
      const { id } = await hook();
      for (const secret of [
        '',
        'x'.repeat(15),
        'x'.repeat(201),
        `${SECRET}\n`,
        `${SECRET}ü`,
        `whsec_${SECRET}`,
        '********',
      ])
        expect([secret, refusedPaths(await update(id, secret))]).toEqual([
          secret,
          ['trigger.config.signingSecret'],
        ]);
      const created = await client().mutate('automations.create', {
        boardId: board.id,
        name: 'Rule',
        trigger: trigger('********'),
        actions: [create(board, 'x')],
      });
      expect(refusedPaths(created)).toEqual(['trigger.config.signingSecret']);
    });

    it('is copied for its creator; another user gets a disabled copy without it', async () => {
      const on = await newBoard();
      await aHook(on, { signingSecret: SECRET });
      const copyBy = async (by: WireClient) => {
        const { id } = await made(by, 'boards.duplicate', { id: on.id, name: 'Copy' });
        return (await by.query('automations.list', { boardId: id })).data.automations[0];
      };
      const own = await copyBy(client());
      expect(own).toMatchObject({ enabled: true, trigger: trigger('********') });
      const { post } = hookAt(on, own.id, own.webhookUrl);
      expect((await post('{}', signed(SECRET))).status).toBe(202);
      expect((await post('{}')).status).toBe(401);
      const admin = await board.organization.addMember('admin');
      expect(await copyBy(admin.client)).toMatchObject({
        enabled: false,
        disabledReason: expect.stringContaining('signing secret'),
        trigger: trigger(),
      });
    });
  });

  it('automations.dryRun leaves the variables of the payload as they are written', async () => {
    const { id } = await hook('{payload.name}');
    const { runs } = await made(client(), 'automations.dryRun', { id });
    expect(runs).toMatchObject([{ status: 'success', effects: [{ name: '{payload.name}' }] }]);
  });
});
