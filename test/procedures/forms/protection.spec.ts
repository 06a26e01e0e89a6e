import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, anyone, SUBJECT, submit } from '../../support/factories/form.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aProject } from '../../support/factories/project.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring } from '../../support/refusals';
import { SCRIPT_INJECTIONS } from '../../support/script-injections';

describe('protection of public forms', () => {
  let board: TestBoard;
  const owner = () => board.organization.owner;
  const submission = async (answer: { body: unknown }) => {
    const { submissionId: id } = answer.body as { submissionId: string };
    return (await owner().client.query('forms.submissions.get', { id })).data;
  };
  const host = () => `${board.organization.slug}.trestle.test`;
  const browser = async (userId = owner().userId) => {
    const { cookie } = await aSession(userId, { app: board.organization.app });
    return anyone(board).as({ cookie });
  };

  beforeAll(async () => {
    board = await aBoard();
  });

  it('a session counts from the same origin only', async () => {
    const formId = await aForm(board);
    const client = await browser();
    const own = await submit(board, formId, undefined, client, { origin: `http://${host()}` });
    expect((await submission(own)).submittedBy).toBe(owner().userId);
    const events = await eventsDuring(board.organization, async () => {
      for (const origin of ['https://evil.example', 'null', `https://${host()}`, 'http://trestle.test']) {
        const answer = await submit(board, formId, undefined, client, { origin });
        expect([origin, answer.status]).toEqual([origin, 403]);
      }
    });
    expect(events).toEqual([]);
  });

  it('a session of a user who is not a member counts as none; a token is rejected', async () => {
    const stranger = (await anOrganization()).owner;
    const client = await browser(stranger.userId);
    const formId = await aForm(board);
    expect((await submission(await submit(board, formId, undefined, client))).submittedBy).toBeNull();
    const strict = await aForm(board, { settings: { requireAuth: true } });
    expect((await submit(board, strict, undefined, client)).status).toBe(403);
    const foreign = stranger.client.as({ slug: board.organization.slug });
    expect((await submit(board, formId, undefined, foreign)).status).toBe(401);
  });

  it('403: a token without the scope write; 401: one that was revoked', async () => {
    const formId = await aForm(board);
    const reader = await board.organization.tokenFor(owner(), ['read']);
    expect((await submit(board, formId, undefined, reader)).status).toBe(403);
    const left = await board.organization.addMember('member');
    expect((await submit(board, formId, undefined, left.client)).status).toBe(200);
    await made(owner().client, 'organizations.members.deactivate', { userId: left.userId });
    expect((await submit(board, formId, undefined, left.client)).status).toBe(401);
  });

  it('no other site can read or send: no CORS, no preflight', async () => {
    const formId = await aForm(board);
    const path = `/api/forms/${formId}/submit`;
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await anyone(board).request('OPTIONS', path, undefined, headers);
    expect(preflight.status).toBeGreaterThanOrEqual(400);
    const answer = await submit(board, formId, undefined, undefined, { origin: 'https://evil.example' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])
      expect((await submit(board, formId, '{}', undefined, { 'content-type': type })).status).toBe(415);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await anyone(board).request(method, path)).status).toBeGreaterThanOrEqual(404);
  });

  it('injected scripts are stored as text', async () => {
    const details = { type: 'textarea', key: 'details', label: 'Details' };
    const formId = await aForm(board, {
      components: [SUBJECT, details],
      mappings: [
        { formField: 'subject', target: 'item_name' },
        { formField: 'details', target: 'item_description' },
      ],
    });
    for (const attack of SCRIPT_INJECTIONS) {
      const written = await submission(await submit(board, formId, { subject: 'a', details: attack }));
      expect(written.data.details).toBe(attack);
      const { description } = (await owner().client.query('items.get', { id: written.itemId })).data;
      expect(description.replace(/<\/?p>/g, '')).not.toMatch(/[<]/);
    }
    const settings = { successMessage: '<script>alert(1)</script>\u0007' };
    const label = '"><img src=x onerror=alert(1)>';
    const odd = await aForm(board, { name: label, components: [{ ...SUBJECT, label }], settings });
    const answer = await submit(board, odd);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect((answer.body as { message: string }).message).toBe('<script>alert(1)</script>');
  });

  it('a reference that a respondent names is never followed', async () => {
    const formId = await aForm(board);
    const { data } = await owner().client.query('forms.get', { id: formId });
    for (const key of ['groupId', 'boardId', 'itemId', 'submittedBy', 'status', 'formId', 'columnId'])
      expect((await submit(board, formId, { subject: 'a', [key]: newId('group') })).status).toBe(400);
    expect(data.submissionCount).toBe(0);
  });

  describe('429', () => {
    let app: TestApp;
    let limited: TestBoard;
    const from = (ip: string) =>
      new WireClient(app, { slug: limited.organization.slug, headers: { 'x-forwarded-for': ip } });

    beforeAll(async () => {
      app = await startApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8', ROLES: 'api' });
      const organization = await anOrganization({ app });
      limited = await aBoard({ project: await aProject({ organization }) });
    });
    afterAll(() => app.close());

    it('after 120 submissions of a form from one address', async () => {
      const formId = await aForm(limited);
      const other = await aForm(limited);
      const client = from('192.0.2.1');
      const send = (id: string, by = client) => submit(limited, id, { unknown: 1 }, by);
      const answers = [];
      for (let count = 0; count < 121; count += 1) answers.push(await send(formId));
      expect(answers.map(({ status }) => status)).toEqual([...Array(120).fill(400), 429]);
      const { headers, error } = answers.at(-1)!;
      expect(error!.data.code).toBe('TOO_MANY_REQUESTS');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '0' });
      expect((await send(other)).status).toBe(400);
      expect((await send(formId, from('192.0.2.2'))).status).toBe(400);
      expect((await submit(limited, formId, undefined, limited.organization.owner.client)).status).toBe(200);
    });
  });
});
