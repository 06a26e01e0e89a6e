import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { eventsDuring } from '../../support/refusals';
import { errorOf, errorsOf, expectEveryHeader, outputsOf } from '../../support/wire-shape';

const MISSING = `wsp_${'0'.repeat(26)}`;

describe('a batch', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let client: WireClient;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    ({ client } = organization.owner);
  });

  /** Inputs by index, each in its envelope; those left out stay out. */
  const envelopes = (inputs: Record<number, unknown>) =>
    JSON.stringify(Object.fromEntries(Object.entries(inputs).map(([index, json]) => [index, { json }])));
  const get = (names: string[], inputs?: Record<number, unknown>): Promise<WireAnswer> => {
    const input = inputs === undefined ? '' : `&input=${encodeURIComponent(envelopes(inputs))}`;
    return client.request('GET', `/api/trpc/${names.join(',')}?batch=1${input}`);
  };
  const post = (names: string[], inputs?: Record<number, unknown>, headers?: Record<string, string>) =>
    client.request(
      'POST',
      `/api/trpc/${names.join(',')}?batch=1`,
      inputs === undefined ? undefined : envelopes(inputs),
      headers,
    );

  it('200: of queries, with the responses in the given order', async () => {
    const answer = await get(['auth.me', 'workspaces.list', 'organizations.get'], { 1: { limit: 5 } });
    expect(answer.status).toBe(200);
    const [me, list, own] = outputsOf(answer.body);
    expect([me.id, list.nextCursor, own.id]).toEqual([organization.owner.userId, null, organization.id]);
    expectEveryHeader(answer.headers);
  });

  it('200: of mutations, in sequence', async () => {
    const names = ['One', 'Two', 'Three'];
    const inputs = Object.fromEntries(names.map((name, index) => [index, { name }]));
    const answer = await post(['workspaces.create', 'workspaces.create', 'workspaces.create'], inputs);
    expect(answer.status).toBe(200);
    const made = outputsOf(answer.body);
    expect(made.map(({ name }) => name)).toEqual(names);
    expect(made.map(({ id }) => id)).toEqual(made.map(({ id }) => id as string).sort());
  });

  it('200: of one call, still a list', async () => {
    expect(outputsOf((await get(['auth.me'])).body)).toHaveLength(1);
    expect(outputsOf((await post(['workspaces.create'], { 0: { name: 'Alone' } })).body)).toHaveLength(1);
  });

  it('200: missing inputs are absent, additional inputs are ignored', async () => {
    const answer = await get(['workspaces.list', 'workspaces.list', 'auth.me'], { 1: { limit: 1 }, 9: 5 });
    expect(answer.status).toBe(200);
    expect((await post(['organizations.update', 'organizations.update'])).status).toBe(200);
    const none = await client.request('GET', '/api/trpc/auth.me,auth.me?batch=1&input=%7B%7D');
    expect(none.status).toBe(200);
  });

  it('207: successes and failures together, each complete', async () => {
    const names = ['auth.me', 'workspaces.get', 'nothing', 'workspaces.create', 'workspaces.get', 'auth.me'];
    const answer = await get(names, { 1: { id: MISSING }, 3: { name: 'x' }, 4: { id: 5 }, 5: { x: 1 } });
    expect(answer.status).toBe(207);
    expect(answer.body).toEqual([
      { result: { data: { json: expect.objectContaining({ id: organization.owner.userId }) } } },
      errorOf('NOT_FOUND', 'workspaces.get'),
      errorOf('NOT_FOUND', 'nothing'),
      errorOf('METHOD_NOT_SUPPORTED', 'workspaces.create'),
      errorOf('BAD_REQUEST', 'workspaces.get', {
        issues: [{ path: 'id', message: expect.any(String) }],
      }),
      errorOf('BAD_REQUEST', 'auth.me', { issues: [{ path: 'x', message: 'Unknown key' }] }),
    ]);
    expectEveryHeader(answer.headers);
  });

  it('207: a rejected mutation does not roll back the others', async () => {
    const events = await eventsDuring(organization, async () => {
      const answer = await post(['workspaces.create', 'workspaces.create', 'workspaces.create'], {
        0: { name: 'Before' },
        1: { name: '' },
        2: { name: 'After' },
      });
      expect(answer.status).toBe(207);
      expect(outputsOf(answer.body).map((output) => output?.name)).toEqual(['Before', undefined, 'After']);
    });
    expect(events.map(({ type }) => type)).toEqual(['workspace.created', 'workspace.created']);
  });

  it('has the status of all calls when they agree', async () => {
    const missing = await get(['workspaces.get', 'nothing'], { 0: { id: MISSING } });
    expect(missing.status).toBe(404);
    const anonymous = new WireClient(app, { slug: organization.slug });
    const rejected = await anonymous.request('GET', '/api/trpc/auth.me,workspaces.list?batch=1');
    expect([rejected.status, rejected.body]).toEqual([
      401,
      [errorOf('UNAUTHORIZED', 'auth.me'), errorOf('UNAUTHORIZED', 'workspaces.list')],
    ]);
    const other = await post(['auth.me', 'workspaces.list']);
    expect(other.status).toBe(405);
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[{"json":{}}]'],
    ['null', 'null'],
    ['one input', '5'],
  ])('400: for each call, when the inputs are %s', async (_what, input) => {
    const answer = await client.request(
      'GET',
      `/api/trpc/auth.me,workspaces.list?batch=1&input=${encodeURIComponent(input)}`,
    );
    expect([answer.status, answer.body]).toEqual([
      400,
      [errorOf('BAD_REQUEST', 'auth.me'), errorOf('BAD_REQUEST', 'workspaces.list')],
    ]);
  });

  it('400: an input without its envelope fails its own call', async () => {
    const answer = await client.request('POST', '/api/trpc/workspaces.create,workspaces.create?batch=1', {
      0: { name: 'Bare' },
      1: { json: { name: 'Wrapped' } },
    });
    expect(answer.status).toBe(207);
    expect(errorsOf(answer.body).map((error) => error?.data.issues?.[0]?.path)).toEqual(['name', undefined]);
  });

  it('415: for each call, when the body is of another type', async () => {
    const answer = await post(
      ['workspaces.create', 'workspaces.create'],
      { 0: { name: 'A' } },
      {
        'content-type': 'text/plain',
      },
    );
    expect([answer.status, errorsOf(answer.body).map((error) => error?.data.code)]).toEqual([
      415,
      ['UNSUPPORTED_MEDIA_TYPE', 'UNSUPPORTED_MEDIA_TYPE'],
    ]);
  });

  it('200: of 100 calls; 400: of 101, and none is executed', async () => {
    const whole = await get(Array.from({ length: 100 }, () => 'organizations.get'));
    expect([whole.status, outputsOf(whole.body).length]).toEqual([200, 100]);
    const written = await eventsDuring(organization, async () => {
      const names = Array.from({ length: 101 }, () => 'workspaces.create');
      const answer = await post(names, { 0: { name: 'One too many' } });
      expect(answer.status).toBe(400);
      expect(answer.error).toMatchObject({ message: 'A batch can have at most 100 calls', code: -32600 });
      expectEveryHeader(answer.headers);
    });
    expect(written).toEqual([]);
  });

  it.each([
    ['commas', ','.repeat(5_000)],
    ['names', Array.from({ length: 1_700 }, () => 'auth.me').join(',')],
  ])('400: thousands of %s, and the answer does not repeat them', async (_what, path) => {
    const answer = await client.request('GET', `/api/trpc/${path}?batch=1`);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
  });

  it('counts each call', async () => {
    const counted = await anOrganization({ app, plan: 'free' });
    const batch = (of: WireClient, names: string[]) =>
      of.request('GET', `/api/trpc/${names.join(',')}?batch=1`);
    const first = await batch(counted.owner.client, ['auth.me', 'workspaces.list', 'organizations.get']);
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '57' });
    const second = await batch(counted.owner.client, ['auth.me']);
    expect(second.headers).toMatchObject({ 'x-ratelimit-remaining': '56' });
  });

  it('verifies one credential once for all calls', async () => {
    const answer = await get(Array.from({ length: 100 }, () => 'auth.me'));
    const ids = new Set(outputsOf(answer.body).map(({ id }) => id as string));
    expect([...ids]).toEqual([organization.owner.userId]);
  });

  it('400: with two values of batch', async () => {
    const answer = await client.request('GET', '/api/trpc/auth.me?batch=1&batch=1');
    expect([answer.status, answer.body]).toEqual([400, errorOf('BAD_REQUEST', 'auth.me')]);
  });
});
