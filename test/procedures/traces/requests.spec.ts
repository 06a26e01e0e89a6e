import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aBoard } from '../../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { startTracedApp, type TracedApp } from '../../support/traced-app';

const newTraceId = () => randomBytes(16).toString('hex');
const PARENT = '00f067aa0ba902b7';

describe('traces of requests', () => {
  let traced: TracedApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    traced = await startTracedApp({}, { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' });
    organization = await anOrganization({ app: traced.app });
  });
  afterAll(() => traced.close());

  /** The spans of what happens with the header of a caller, whose trace has the id. */
  const spansOf = async (act: (headers: Record<string, string>) => Promise<unknown>) => {
    const traceId = newTraceId();
    await act({ traceparent: `00-${traceId}-${PARENT}-01` });
    await traced.tracing.flush();
    return { traceId, spans: traced.receiver.of(traceId) };
  };

  it('contain the request, its procedures and their statements, below the span of the caller', async () => {
    const board = await aBoard({ organization });
    const input = { boardId: board.id, groupId: board.groupIds[0], name: 'Secret plan' };
    const { traceId, spans } = await spansOf((headers) =>
      organization.owner.client.mutate('items.create', input, headers),
    );
    const [[name, calls] = ['', []], ...others] = traced.receiver.tree(traceId, PARENT);
    expect([name, others]).toEqual(['POST /api/trpc/*', []]);
    expect(calls.map(([call]) => call)).toContain('items.create');
    const statements = calls.find(([call]) => call === 'items.create')![1];
    expect(statements.length).toBeGreaterThan(0);
    const named = (wanted: string) => spans.find((span) => span.name === wanted)!;
    expect(named('POST /api/trpc/*')).toMatchObject({
      kind: 2,
      isFailed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/trpc/*',
        'http.response.status_code': 200,
        'http.response.header.x-request-id': [expect.stringMatching(/^[\w-]{36}$/)],
      },
      resource: {
        'service.name': 'trestle',
        'service.version': expect.stringMatching(/^\d/),
        'service.instance.id': expect.any(String),
        'telemetry.sdk.version': expect.any(String),
        'deployment.environment.name': 'test',
      },
    });
    expect(spans.find(({ kind }) => kind === 1)).toMatchObject({
      name: 'items.create',
      attributes: { 'rpc.system.name': 'trpc', 'rpc.method': 'items.create' },
    });
    expect(named(statements[0]![0])).toMatchObject({
      kind: 3,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.summary': statements[0]![0],
        'db.response.returned_rows': expect.any(Number),
      },
    });
  });

  it('contain the calls of a batch one beside the other', async () => {
    const { traceId } = await spansOf((headers) =>
      organization.owner.client.request(
        'GET',
        '/api/trpc/auth.me,workspaces.list?batch=1&input=%7B%7D',
        undefined,
        headers,
      ),
    );
    const [[, calls]] = traced.receiver.tree(traceId, PARENT) as [[string, [string, unknown][]]];
    expect(calls.map(([name]) => name).toSorted()).toEqual(['auth.me', 'workspaces.list']);
  });

  it.each([
    ['none', undefined],
    ['one that is no traceparent', 'x'],
    ['one of another length', `00-${'1'.repeat(31)}-${PARENT}-01`],
    ['zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['the version that is none', `ff-${'1'.repeat(32)}-${PARENT}-01`],
  ])('begin with the request for a header like %s', async (_what, traceparent) => {
    const id = `begins-${randomBytes(6).toString('hex')}`;
    const headers = { 'x-request-id': id, ...(traceparent === undefined ? {} : { traceparent }) };
    await organization.owner.client.request('GET', '/api/trpc/auth.me', undefined, headers);
    await traced.tracing.flush();
    const own = traced.receiver.spans.filter(
      ({ attributes }) => String(attributes['http.response.header.x-request-id']) === id,
    );
    expect(own.map(({ parentSpanId, name }) => [parentSpanId, name])).toEqual([['', 'GET /api/trpc/*']]);
  });

  it('are not recorded when the caller has not sampled its trace', async () => {
    const traceId = newTraceId();
    const headers = { traceparent: `00-${traceId}-${PARENT}-00` };
    expect((await organization.owner.client.query('auth.me')).status).toBe(200);
    await organization.owner.client.request('GET', '/api/trpc/auth.me', undefined, headers);
    await traced.tracing.flush();
    expect(traced.receiver.of(traceId)).toEqual([]);
    // The trace is still in the log.
    expect(traced.lines.some((line) => line.includes(`"trace_id":"${traceId}"`))).toBe(true);
  });

  it('have the code of a rejection, which is no failure', async () => {
    const { spans } = await spansOf((headers) =>
      organization.owner.client.as({ headers }).query('items.get', { id: 'nothing' }),
    );
    expect(spans.find(({ kind }) => kind === 1)).toMatchObject({
      name: 'items.get',
      isFailed: false,
      attributes: { 'rpc.response.status_code': 'BAD_REQUEST' },
    });
    expect(spans.find(({ kind }) => kind === 2)).toMatchObject({
      isFailed: false,
      attributes: { 'http.response.status_code': 400 },
    });
  });

  it('name no procedure and no path that a caller makes up', async () => {
    const { spans } = await spansOf(async (headers) => {
      await organization.owner.client.request('GET', '/api/trpc/made.up', undefined, headers);
      await organization.owner.client.request('GET', '/made/up', undefined, headers);
    });
    expect(spans.filter(({ kind }) => kind === 2).map(({ name }) => name)).toEqual([
      'GET /api/trpc/*',
      'GET',
    ]);
    expect(JSON.stringify(spans)).not.toMatch(/made.up/);
  });

  it('do not contain probes and scrapes', async () => {
    const { spans } = await spansOf(async (headers) => {
      for (const path of ['/api/health', '/api/health/ready', '/metrics'])
        await organization.owner.client.request('GET', path, undefined, headers);
    });
    expect(spans).toEqual([]);
  });

  it('have the status and the SQLSTATE of a failure, and not its text', async () => {
    const { app } = traced;
    const board = await aBoard({ organization });
    const name = 'Broken item name';
    await app.sql.query(`
      create function fail_item() returns trigger language plpgsql as $$
        begin raise exception 'failed with %', new.name; end $$;
      create trigger fail_item before insert on items for each row
        when (new.name = '${name}') execute function fail_item()`);
    const { spans } = await spansOf((headers) =>
      organization.owner.client
        .as({ headers })
        .mutate('items.create', { boardId: board.id, groupId: board.groupIds[0], name }),
    );
    await app.sql.query('drop function fail_item() cascade');
    const failed = spans.filter(({ isFailed }) => isFailed);
    expect(failed.find(({ kind }) => kind === 2)!.attributes).toMatchObject({
      'http.response.status_code': 500,
      'error.type': '500',
    });
    expect(failed.find(({ kind }) => kind === 1)!.attributes).toMatchObject({
      'rpc.response.status_code': 'INTERNAL_SERVER_ERROR',
      'error.type': 'INTERNAL_SERVER_ERROR',
    });
    expect(failed.find(({ kind }) => kind === 3)!.attributes).toMatchObject({
      'db.response.status_code': 'P0001',
      'error.type': 'P0001',
    });
    expect(JSON.stringify(spans)).not.toContain(name);
    const line = traced.lines.find((each) => each.includes('procedure failed'))!;
    const { trace_id: traceId, span_id: spanId } = JSON.parse(line) as Record<string, string>;
    expect(spans.some((span) => span.traceId === traceId && span.spanId === spanId)).toBe(true);
  });

  it('contain no token, no address, no content and no query', async () => {
    const { owner, slug } = organization;
    const board = await aBoard({ organization });
    const texts = [
      'Unmistakable item',
      'Unmistakable comment',
      'unmistakable-password',
      'unmistakable query',
    ];
    const [itemName, comment, password, words] = texts as [string, string, string, string];
    const { spans } = await spansOf(async (headers) => {
      const client = owner.client.as({ headers });
      const input = { boardId: board.id, groupId: board.groupIds[0], name: itemName };
      const item = await made(client, 'items.create', input);
      await made(client, 'comments.create', { itemId: item.id, body: comment });
      expect((await client.query('search.query', { q: words })).status).toBe(200);
      await made(client, 'organizations.members.invite', {
        email: 'unmistakable@example.com',
        role: 'member',
      });
      await client.request('POST', '/api/auth/login', { email: owner.email, password });
      await client.request('GET', `/files/unmistakable?signature=${words}`);
    });
    expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(6);
    const text = JSON.stringify(spans).toLowerCase();
    const secrets = [...texts, 'unmistakable', owner.client.caller.token!, owner.email, owner.name, slug];
    expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([]);
    expect(text).not.toMatch(/127\.0\.0\.1|svc_|\$\d|select |insert /);
  });

  it('are in the line of the log, with their id and that of the span', async () => {
    const { traceId, spans } = await spansOf((headers) =>
      organization.owner.client.as({ headers }).query('auth.me'),
    );
    const line = traced.lines.find((each) => each.includes(traceId))!;
    expect(JSON.parse(line)).toMatchObject({
      msg: 'request',
      requestId: expect.any(String),
      trace_id: traceId,
      span_id: spans.find(({ kind }) => kind === 2)!.spanId,
    });
  });
});
