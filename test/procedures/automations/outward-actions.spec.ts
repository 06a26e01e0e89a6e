import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { ITEM_CREATED } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

const HOOK = { url: 'https://hooks.example.com/', method: 'POST' };
const MAIL = { to: 'someone@example.com', subject: 'Hello', body: 'Text' };

describe('outward actions in automations.create', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const save = (type: string, config: object) =>
    board.organization.owner.client.mutate('automations.create', {
      boardId: board.id,
      name: 'Rule',
      trigger: ITEM_CREATED,
      actions: [{ type, config }],
    });
  const call = (config: object) => save('call_webhook', { ...HOOK, ...config });
  const mail = (config: object) => save('send_email', { ...MAIL, ...config });

  describe('200', () => {
    it.each([
      ['call_webhook', HOOK],
      ['call_webhook', { ...HOOK, url: 'https://hooks.example.com/{item.id}?name={item.name}#{now}' }],
      [
        'call_webhook',
        { ...HOOK, headers: { Authorization: 'Bearer x', 'X-Name': '{item.name}' }, body: '{"a":1}' },
      ],
      ['call_webhook', { ...HOOK, method: 'DELETE', body: { deep: [{ text: '{item.name}' }, 1, null] } }],
      ['send_email', MAIL],
      ['send_email', { ...MAIL, to: 'a@example.com, b@example.com; {value.Name, first}', body: '' }],
      ['send_email', { ...MAIL, to: ['a@example.com', '{value.Email}'] }],
    ])('%s %j', async (type, config) => {
      const { status, data } = await save(type, config);
      expect(status).toBe(200);
      expect(data.actions).toEqual([{ type, config }]);
    });

    it('send_notification', async () => {
      const member = await board.organization.addMember();
      const config = { userIds: [member.userId], message: 'See {item.url}' };
      expect((await save('send_notification', config)).data.actions[0].config).toEqual(config);
    });
  });

  describe('400', () => {
    it.each([
      'http://hooks.example.com/',
      'ftp://hooks.example.com/',
      'https://127.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://0x7f.1/',
      'https://localhost/',
      'https://user:password@hooks.example.com/',
      'https://hooks.example.com:22/',
      'https://trestle.test/',
      'https://{item.name}/',
      'https://{item.name}.example.com/',
      'https://hooks.example.com{item.name}/',
      'https://hooks.example.com:{item.name}/',
      'https://hooks.example.com\\{item.name}@example.com/',
      '{item.name}',
      'hooks',
      '',
      `https://hooks.example.com/${'x'.repeat(2_048)}`,
    ])('the URL %s', async (url) => {
      expect(refusedPaths(await call({ url }))).toEqual(['actions.0.config.url']);
    });

    it.each([
      { Host: 'example.com' },
      { 'Content-Length': '1' },
      { 'transfer-encoding': 'chunked' },
      { CONNECTION: 'close' },
      { 'Proxy-Authorization': 'x' },
      { 'Idempotency-Key': 'x' },
      { 'X-A': 'a\r\nX-B: b' },
      { 'X-A': 'a\u2028b' },
      { 'X-A': 'ü' },
      { 'X-A': 'x'.repeat(2_001) },
      { 'X A': 'a' },
      { 'X-A\r\nX-B': 'a' },
      { 'X-{item.name}': 'a' },
      { '': 'a' },
    ])('the headers %j', async (headers) => {
      expect(refusedPaths(await call({ headers }))).toEqual([
        `actions.0.config.headers.${Object.keys(headers)[0]!}`,
      ]);
    });

    it('other parts of call_webhook', async () => {
      const refused = async (config: object) => refusedPaths(await call(config));
      expect(await refused({ headers: { 'X-A': '1', 'x-a': '2' } })).toEqual([
        'actions.0.config.headers.x-a',
      ]);
      const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`X-${at}`, '']));
      expect(await refused({ headers: many })).toEqual(['actions.0.config.headers']);
      expect(await refused({ headers: { 'X-A': 1 } })).toEqual(['actions.0.config.headers.X-A']);
      expect(await refused({ headers: [] })).toEqual(['actions.0.config.headers']);
      expect(await refused({ method: 'post' })).toEqual(['actions.0.config.method']);
      expect(await refused({ method: 'CONNECT' })).toEqual(['actions.0.config.method']);
      expect(await refused({ body: [] })).toEqual(['actions.0.config.body']);
      expect(await refused({ body: 1 })).toEqual(['actions.0.config.body']);
      expect(await refused({ body: 'x'.repeat(50_001) })).toEqual(['actions.0.config.body']);
      expect(await refused({ method: 'GET', body: {} })).toEqual(['actions.0.config.body']);
      expect(await refused({ timeout: 1 })).toEqual(['actions.0.config.timeout']);
    });

    it.each([
      [{ to: 'someone' }, 'to'],
      [{ to: '' }, 'to'],
      [{ to: [] }, 'to'],
      [{ to: [''] }, 'to.0'],
      [{ to: ['a@example.com', 'b@example.com\r\nBcc: c@example.com'] }, 'to.1'],
      [{ to: 'a@example.com,,b@example.com' }, 'to'],
      [{ to: Array.from({ length: 21 }, (_, at) => `a${at}@example.com`) }, 'to'],
      [{ to: 1 }, 'to'],
      [{ subject: 'Hello\r\nBcc: a@example.com' }, 'subject'],
      [{ subject: ' ' }, 'subject'],
      [{ subject: 'x'.repeat(251) }, 'subject'],
      [{ body: 'x'.repeat(10_001) }, 'body'],
      [{ body: null }, 'body'],
      [{ from: 'a@example.com' }, 'from'],
    ])('send_email with %j', async (config, path) => {
      expect(refusedPaths(await mail(config))).toEqual([`actions.0.config.${path}`]);
    });

    it('send_email with a text of separators, in linear time', async () => {
      const started = performance.now();
      const answers = [await mail({ to: ','.repeat(1_000) }), await mail({ to: ','.repeat(200_000) })];
      expect(answers.map(refusedPaths)).toEqual([['actions.0.config.to'], ['actions.0.config.to']]);
      // With a quadratic pattern it takes minutes.
      expect(performance.now() - started).toBeLessThan(60_000);
    });

    it('more than a list of automations can show', async () => {
      const body = { type: 'call_webhook', config: { ...HOOK, body: 'x'.repeat(40_000) } };
      const { client } = board.organization.owner;
      const answer = await client.mutate('automations.create', {
        boardId: board.id,
        name: 'Rule',
        trigger: ITEM_CREATED,
        actions: [body, body, body],
      });
      expect(refusedPaths(answer)).toEqual(['actions']);
    });

    it.each([
      [{ userIds: [] }, 'userIds'],
      [{ userIds: ['x'] }, 'userIds.0'],
      [{ message: ' ' }, 'message'],
      [{ message: 'x'.repeat(1_001) }, 'message'],
    ])('send_notification with %j', async (config, path) => {
      const { userId } = board.organization.owner;
      const answer = await save('send_notification', { userIds: [userId], message: 'Text', ...config });
      expect(refusedPaths(answer)).toEqual([`actions.0.config.${path}`]);
    });
  });

  it('404: a user who is not a member of the organization', async () => {
    const { owner } = await anOrganization();
    const look = await lookOf(owner.userId, (id) =>
      save('send_notification', { userIds: [id], message: 'Text' }),
    );
    expect(look).toEqual(MISSING);
    const answer = await save('send_notification', { userIds: [newId('user')], message: 'Text' });
    expect(answer.error!.data.code).toBe('NOT_FOUND');
  });
});
