import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpBatchStreamLink,
  httpLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../../support/app';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { checkedFetch } from '../../support/responses/checked-fetch';

/** A transformer for JSON only: the unchanged value, in the envelope. */
const plain = {
  serialize: (value: unknown) => ({ json: value }),
  deserialize: (envelope: { json: unknown }) => envelope.json,
};

// The client is untyped here, and so are its responses: specs assert on them.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

describe('the official tRPC client', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let url: string;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
    const created = await organization.owner.client.request('POST', '/api/auth/tokens', {
      name: 'trpc',
      scopes: ['read', 'write', 'delete', 'admin'],
    });
    ({ token } = created.body as { token: string });
    url = `http://127.0.0.1:${await listen(app)}/api/trpc`;
  });
  afterAll(() => app.close());

  const LINKS = {
    httpLink,
    httpBatchLink,
    httpBatchStreamLink,
  };
  const TRANSFORMERS = { superjson, plain };

  function clientOf(
    link: keyof typeof LINKS,
    transformer: keyof typeof TRANSFORMERS,
    headers: Record<string, string> = { authorization: `Bearer ${token}` },
  ) {
    const requests: string[] = [];
    const make = LINKS[link] as unknown as (options: object) => TRPCLink<AnyTRPCRouter>;
    const client = createTRPCUntypedClient<AnyTRPCRouter>({
      links: [
        make({
          url,
          transformer: TRANSFORMERS[transformer],
          headers,
          fetch: (input: string, init: RequestInit) => {
            requests.push(`${init.method} ${new URL(input).pathname}`);
            return checkedFetch(app, input, init);
          },
        }),
      ],
    });
    return {
      requests,
      query: (name: string, input?: unknown) => client.query(name, input) as Promise<Answer>,
      mutate: (name: string, input?: unknown) => client.mutation(name, input) as Promise<Answer>,
    };
  }

  const failureOf = async (call: Promise<unknown>): Promise<TRPCClientError<AnyTRPCRouter>> =>
    call.then(
      () => Promise.reject(new Error('It succeeded')),
      (error: unknown) => error as TRPCClientError<AnyTRPCRouter>,
    );

  describe.each([
    ['httpLink', 'superjson'],
    ['httpLink', 'plain'],
    ['httpBatchLink', 'superjson'],
    ['httpBatchLink', 'plain'],
  ] as const)('with %s and %s', (link, transformer) => {
    it('queries, with input and without', async () => {
      const client = clientOf(link, transformer);
      expect(await client.query('auth.me')).toMatchObject({ id: organization.owner.userId });
      expect(await client.query('organizations.get')).toMatchObject({ slug: organization.slug });
      expect(await client.query('workspaces.list', { limit: 1 })).toMatchObject({
        workspaces: expect.any(Array),
      });
    });

    it('mutations', async () => {
      const client = clientOf(link, transformer);
      const made = await client.mutate('workspaces.create', { name: `By ${link}`, description: 'Kept' });
      expect(made).toMatchObject({ name: `By ${link}`, description: 'Kept' });
      expect(await client.query('workspaces.get', { id: made.id })).toMatchObject({ id: made.id });
    });

    it('many concurrent calls', async () => {
      const client = clientOf(link, transformer);
      const [me, own, list] = await Promise.all([
        client.query('auth.me'),
        client.query('organizations.get'),
        client.query('workspaces.list', { limit: 5 }),
      ]);
      expect([me.id, own.id, Array.isArray(list.workspaces)]).toEqual([
        organization.owner.userId,
        organization.id,
        true,
      ]);
      const made = await Promise.all(
        ['One', 'Two', 'Three'].map((name) => client.mutate('workspaces.create', { name })),
      );
      expect(made.map(({ name }) => name as string)).toEqual(['One', 'Two', 'Three']);
      expect(client.requests).toHaveLength(link === 'httpBatchLink' ? 2 : 6);
    });

    it('successes and failures together, each for its own caller', async () => {
      const client = clientOf(link, transformer);
      const settled = await Promise.allSettled([
        client.query('auth.me'),
        client.query('workspaces.get', { id: `wsp_${'0'.repeat(26)}` }),
        client.query('nothing.there'),
        client.query('workspaces.list', { limit: 0 }),
      ]);
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    });

    it.each([
      ['workspaces.get', { id: `wsp_${'0'.repeat(26)}` }, 'NOT_FOUND', 404, -32004],
      ['nothing.there', undefined, 'NOT_FOUND', 404, -32004],
      ['workspaces.list', { limit: 0 }, 'BAD_REQUEST', 400, -32600],
      ['workspaces.create', {}, 'METHOD_NOT_SUPPORTED', 405, -32005],
    ])('the error of %s with %j, with all its fields', async (path, input, code, httpStatus, number) => {
      const error = await failureOf(clientOf(link, transformer).query(path, input));
      expect(error).toBeInstanceOf(TRPCClientError);
      expect(error.message).toMatch(/^[a-zN]/);
      expect(error.data).toMatchObject({ code, httpStatus, path });
      expect(error.shape).toMatchObject({ code: number, message: error.message });
    });

    it('the fields that a rejected input names', async () => {
      const error = await failureOf(clientOf(link, transformer).mutate('workspaces.create', { nme: 'A' }));
      const { issues } = error.data as unknown as { issues: { path: string }[] };
      expect(issues.map(({ path }) => path).sort()).toEqual(['name', 'nme']);
    });

    it('an invalid token', async () => {
      const client = clientOf(link, transformer, { authorization: 'Bearer svc_pat_x' });
      const error = await failureOf(client.query('auth.me'));
      expect(error.data).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, path: 'auth.me' });
    });

    it('undefined leaves a field unchanged, null clears it', async () => {
      const client = clientOf(link, transformer);
      const { id } = await client.mutate('workspaces.create', {
        name: 'Undefined',
        description: 'Kept',
        icon: undefined,
      });
      const renamed = await client.mutate('workspaces.update', { id, name: 'New', description: undefined });
      expect(renamed).toMatchObject({ name: 'New', description: 'Kept' });
      const cleared = await client.mutate('workspaces.update', { id, description: null });
      expect(cleared).toMatchObject({ name: 'New', description: null });
      const list = await client.query('workspaces.list', { limit: 1, cursor: undefined, search: undefined });
      expect(list.workspaces).toHaveLength(1);
    });

    it('dates are sent as text', async () => {
      const client = clientOf(link, transformer);
      const { id, updatedAt } = await client.mutate('workspaces.create', { name: 'Dated' });
      const stale = client.mutate('workspaces.update', { id, name: 'x', expectedUpdatedAt: new Date(0) });
      expect((await failureOf(stale)).data).toMatchObject({ code: 'CONFLICT', httpStatus: 409 });
      const fresh = { id, name: 'Fresh', expectedUpdatedAt: new Date(updatedAt as string) };
      expect(await client.mutate('workspaces.update', fresh)).toMatchObject({ name: 'Fresh' });
    });
  });

  it('more calls than a batch can contain are rejected with the reason', async () => {
    const client = clientOf('httpBatchLink', 'superjson');
    const error = await failureOf(Promise.all(Array.from({ length: 101 }, () => client.query('auth.me'))));
    expect([error.message, error.data?.httpStatus]).toEqual(['A batch can have at most 100 calls', 400]);
  });

  it.each(['superjson', 'plain'] as const)(
    'httpBatchStreamLink and %s: the error names the alternative',
    async (transformer) => {
      const client = clientOf('httpBatchStreamLink', transformer);
      for (const call of [
        client.query('auth.me'),
        client.mutate('workspaces.create', { name: 'Streamed' }),
      ]) {
        const error = await failureOf(call);
        expect(error.message).toContain('use httpBatchLink or httpLink');
        expect(error.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400 });
      }
    },
  );

  it('infinite queries send the direction of a list, which is ignored', async () => {
    const client = clientOf('httpLink', 'superjson');
    for (const direction of ['forward', 'backward']) {
      const { workspaces } = (await client.query('workspaces.list', { limit: 1, direction })) as Answer;
      expect(workspaces.length).toBeLessThanOrEqual(1);
    }
    await expect(client.query('workspaces.list', { direction: 'sideways' })).rejects.toThrow('direction');
    await expect(client.query('auth.me', { direction: 'forward' })).rejects.toThrow('direction');
  });

  it('sends queries with POST where they do not fit a URL, and the error says so', async () => {
    const override = (says: boolean) =>
      createTRPCUntypedClient<AnyTRPCRouter>({
        links: [
          httpBatchLink({
            url,
            transformer: superjson,
            methodOverride: 'POST',
            fetch: (input: string, init: RequestInit) => checkedFetch(app, input, init),
            headers: ({ opList }: { opList: { type: string }[] }) => ({
              authorization: `Bearer ${token}`,
              ...(says && opList[0]!.type === 'query' ? { 'x-http-method-override': 'GET' } : {}),
            }),
          } as never),
        ],
      });
    const search = 'x'.repeat(100);
    const [list, created] = [
      (await override(true).query('workspaces.list', { search })) as Answer,
      (await override(true).mutation('workspaces.create', { name: 'By POST' })) as Answer,
    ];
    expect([list.workspaces, created.name]).toEqual([[], 'By POST']);
    await expect(override(false).query('workspaces.list', { search })).rejects.toMatchObject({
      data: { code: 'METHOD_NOT_SUPPORTED' },
    });
  });
});
