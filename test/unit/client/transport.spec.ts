import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTrestleClient, TrestleError, TrestleUnavailable } from '../../../src/client/index';

interface SentCall {
  url: string;
  init: RequestInit & { headers: Record<string, string> };
}

const done = (json: unknown) => Response.json({ result: { data: { json } } });
const failed = (status: number, headers: Record<string, string> = {}, data: object = {}) =>
  Response.json({ error: { message: `Status ${status}`, data } }, { status, headers });

/** A client whose calls get these responses in turn, and the calls. */
function clientOf(...responses: (Response | Error)[]) {
  const calls: SentCall[] = [];
  const fetch = (async (url: string, init: SentCall['init']) => {
    calls.push({ url, init });
    const next = responses.shift()!;
    if (next instanceof Error) throw next;
    return next;
  }) as typeof globalThis.fetch;
  return { client: createTrestleClient({ url: 'https://acme.example/', token: 't', fetch }), calls };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The outcome of a call, with all its waits passed. */
async function outcome<T>(call: Promise<T>): Promise<T | Error> {
  const settled = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

describe('calls of the client', () => {
  it('queries with GET and the input in the address', async () => {
    const { client, calls } = clientOf(done({ items: [], nextCursor: null }));
    expect(await client.items.list.query({ boardId: 'brd_1' })).toEqual({ items: [], nextCursor: null });
    const [{ url, init }] = calls as [SentCall];
    expect(decodeURIComponent(url)).toBe(
      'https://acme.example/api/trpc/items.list?input={"json":{"boardId":"brd_1"}}',
    );
    expect(init.method).toBeUndefined();
    expect(init.headers).toEqual({ authorization: 'Bearer t' });
  });

  it('sends a long input of a query as a body', async () => {
    const { client, calls } = clientOf(done({ results: [], nextCursor: null }));
    await client.search.query.query({ q: 'x'.repeat(5_000) });
    const [{ url, init }] = calls as [SentCall];
    expect(url).toBe('https://acme.example/api/trpc/search.query');
    expect(init).toMatchObject({ method: 'POST', headers: { 'x-http-method-override': 'GET' } });
    expect(init.headers).not.toHaveProperty('idempotency-key');
  });

  it('mutates with POST and a key, and reaches procedures that have the name of a method', async () => {
    const { client, calls } = clientOf(done({}), done({ results: [], nextCursor: null }));
    await client.comments.create.mutate({ itemId: 'itm_1', body: 'Hello' });
    await client.search.query.query({ q: 'bolt' });
    expect(calls[0]).toMatchObject({
      url: 'https://acme.example/api/trpc/comments.create',
      init: { method: 'POST', body: '{"json":{"itemId":"itm_1","body":"Hello"}}' },
    });
    expect(calls[0]!.init.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls[1]!.url).toContain('/search.query?');
  });

  it('asks for a dry run of a mutation', async () => {
    const { client, calls } = clientOf(done({}), done({}));
    await client.workspaces.create.mutate({ name: 'A' }, { dryRun: true });
    await client.workspaces.create.mutate({ name: 'A' });
    expect(calls.map(({ init }) => init.headers['x-dry-run'])).toEqual(['1', undefined]);
  });

  it('sends the organization and no credential if there is none', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => done(null));
    const client = createTrestleClient({ url: 'http://h', organization: 'acme', fetch: fetch as never });
    await client.auth.me.query();
    expect(fetch.mock.calls[0]![1].headers).toEqual({ 'x-tenant-id': 'acme' });
  });

  it('can be awaited by mistake', async () => {
    const { client } = clientOf();
    expect(await client).toBe(client);
  });

  it('rejects a name that is called without query or mutate', () => {
    const { client } = clientOf();
    expect(() => (client.items.list as unknown as () => void)()).toThrow('Call items.list.query()');
  });
});

describe('retries of the client', () => {
  it.each([429, 502, 503, 504])('repeats a %i with the same key', async (status) => {
    const { client, calls } = clientOf(failed(status), done({ id: 'wsp_1' }));
    const call = client.workspaces.create.mutate({ name: 'A' });
    expect(await outcome(call)).toEqual({ id: 'wsp_1' });
    const keys = calls.map(({ init }) => init.headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('waits as long as the service asks for', async () => {
    const { client, calls } = clientOf(failed(429, { 'retry-after': '7' }), done(1));
    const call = client.auth.me.query();
    await vi.advanceTimersByTimeAsync(6_900);
    expect(calls).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect(await call).toBe(1);
    expect(calls).toHaveLength(2);
  });

  it('does not wait for more than a minute', async () => {
    const { client, calls } = clientOf(failed(429, { 'retry-after': '61' }));
    expect(await outcome(client.auth.me.query())).toMatchObject({ status: 429, retryAfter: 61 });
    expect(calls).toHaveLength(1);
  });

  it('repeats a call without a response, five times in total', async () => {
    const lost = Array.from({ length: 5 }, () => new TypeError('fetch failed'));
    const { client, calls } = clientOf(...lost);
    const error = await outcome(client.auth.me.query());
    expect(error).toBeInstanceOf(TrestleUnavailable);
    expect((error as Error).cause).toBe(lost[4]);
    expect(calls).toHaveLength(5);
  });

  it.each([400, 401, 403, 404, 409, 500])('does not repeat a %i', async (status) => {
    const issues = [{ path: 'name', message: 'Required' }];
    const data = { code: 'CODE', reason: 'why', issues };
    const { client, calls } = clientOf(failed(status, { 'x-request-id': 'r1' }, data));
    const error = await outcome(client.auth.me.query());
    expect(error).toBeInstanceOf(TrestleError);
    expect(error).toMatchObject({ status, ...data, requestId: 'r1', message: `Status ${status}` });
    expect(calls).toHaveLength(1);
  });

  it('describes a response that Trestle did not write', async () => {
    const { client } = clientOf(new Response('<h1>Not here</h1>', { status: 404 }), new Response('Hello'));
    const missing = await outcome(client.auth.me.query());
    expect(missing).toMatchObject({ code: 'UNKNOWN', message: 'auth.me returned status 404', issues: [] });
    expect(await outcome(client.auth.me.query())).toMatchObject({ code: 'UNKNOWN', status: 200 });
  });

  it('ends with the reason of an aborted signal, also while it waits', async () => {
    const { client, calls } = clientOf(failed(503, { 'retry-after': '30' }));
    const abort = new AbortController();
    const call = client.auth.me.query(undefined, { signal: abort.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    abort.abort(new Error('enough'));
    expect(await call).toEqual(new Error('enough'));
    expect(calls).toHaveLength(1);
  });
});
