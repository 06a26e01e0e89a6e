import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type BoardMessage,
  connectBoard,
  createTrestleClient,
  pages,
  paginate,
  TrestleError,
} from '../../src/client/index';
import { ProcedureRegistry } from '../../src/rpc/procedure-registry';
import { startAtUrl, type TestApp } from '../support/app';
import { anOrganization, type TestOrganization } from '../support/factories/organization.factory';
import { aBoard } from '../support/factories/board.factory';
import { relayEvents } from '../support/live-socket';
import { checkedFetch } from '../support/responses/checked-fetch';

const ROOT = join(__dirname, '..', '..');
/** The folders of the versions of TypeScript that compile the package; `.ci/long` gives an earlier one. */
const TYPESCRIPTS = [
  join(ROOT, 'node_modules', 'typescript'),
  ...(process.env['EARLIER_TYPESCRIPT']?.split(':') ?? []),
];

const run = promisify(execFile);

let app: TestApp;
let organization: TestOrganization;
let url: string;
let token: string;
beforeAll(async () => {
  ({ app, url } = await startAtUrl());
  organization = await anOrganization({ app });
  const { caller } = await organization.tokenFor(organization.owner, ['read', 'write', 'delete']);
  token = caller.token!;
});
afterAll(() => app.close());

/** A folder outside the checkout with nothing but the package. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trestle-client-'));
  const output = execFileSync('npm', ['run', '--silent', 'client:pack'], { cwd: ROOT, encoding: 'utf8' });
  const tarball = output.trim().split('\n').at(-1)!;
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    stdio: 'pipe',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function nodeRuns(file: string, text: string): Promise<string> {
  writeFileSync(join(folder, file), text);
  const env = { ...process.env, TRESTLE_URL: url, TRESTLE_TOKEN: token };
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env });
  return stdout.trim();
}

const CALL = `createTrestleClient({ url: process.env.TRESTLE_URL, token: process.env.TRESTLE_TOKEN })
  .auth.me.query().then(({ email }) => console.log(email))`;

describe('the package in an empty folder', () => {
  it('has no dependencies, and the version and license of Trestle', () => {
    const manifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const { version, license } = manifest(join(ROOT, 'package.json'));
    const packed = manifest(join(folder, 'node_modules', '@trestle', 'client', 'package.json'));
    expect(packed).toMatchObject({ name: '@trestle/client', version, license });
    expect(packed).not.toHaveProperty('dependencies');
  });

  it('is an ES module', async () => {
    const text = `import { createTrestleClient } from '@trestle/client';\n${CALL}`;
    expect(await nodeRuns('main.mjs', text)).toBe(organization.owner.email);
  });

  it('is a CommonJS module', async () => {
    const text = `const { createTrestleClient } = require('@trestle/client');\n${CALL}`;
    expect(await nodeRuns('main.cjs', text)).toBe(organization.owner.email);
  });

  it('is bundled for a browser without modules of Node', async () => {
    writeFileSync(
      join(folder, 'page.js'),
      `export { createTrestleClient, connectBoard } from '@trestle/client';\n`,
    );
    const rolldown = join(ROOT, 'node_modules', '.bin', 'rolldown');
    await run(rolldown, ['page.js', '--platform', 'browser', '--file', 'bundle.js'], { cwd: folder });
    const bundle = readFileSync(join(folder, 'bundle.js'), 'utf8');
    expect(bundle).toContain('idempotency-key');
    expect(bundle).not.toMatch(/\brequire\(|\bfrom\s*["']|\bimport\s*["'(]/);
  });
});

/** A program that calls every procedure with the example of the OpenAPI document. */
async function everyCall(): Promise<string> {
  const { body } = await organization.owner.client.request('GET', '/api/openapi.json');
  type Operation = {
    operationId: string;
    parameters: { content?: Record<string, { example: { json: object } }> }[];
    requestBody?: { content: Record<string, { example: { json: object } }> };
  };
  const { paths } = body as { paths: Record<string, Record<string, Operation>> };
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith('/api/trpc/')
      ? Object.entries(item).map(([method, { operationId, parameters, requestBody }]) => {
          const content = requestBody?.content ?? parameters[0]!.content!;
          const example = JSON.stringify(content['application/json']!.example.json);
          const input = example === '{}' ? '' : example;
          return `void client.${operationId}.${method === 'get' ? 'query' : 'mutate'}(${input});`;
        })
      : [],
  );
  expect(calls).toHaveLength(app.nest.get(ProcedureRegistry).all().length);
  return calls.join('\n');
}

const TYPED = `
import { createTrestleClient, pages, paginate, verifyWebhook, connectBoard, type ItemsListInput } from '@trestle/client';
const client = createTrestleClient({ url: 'http://localhost', token: 't' });
export async function names(boardId: string): Promise<string[]> {
  const input: ItemsListInput = { boardId, sortDir: 'desc' };
  const found: string[] = [];
  for await (const item of paginate(client.items.list, input)) found.push(item.name);
  let since: string | undefined;
  for await (const { events, cursor } of pages(client.events.list, { boardId })) {
    for (const { type } of events) found.push(type);
    since = cursor;
  }
  found.push(since ?? '');
  const { email } = await client.auth.me.query();
  const event = await verifyWebhook(new Headers(), '', email);
  connectBoard(client, boardId, { onMessage: ({ seq }) => found.push(String(seq ?? event.type)) }).close();
  // @ts-expect-error The input is required.
  void client.items.list.query();
  // @ts-expect-error A query cannot be mutated.
  void client.items.list.mutate({ boardId });
  // @ts-expect-error There is no such direction.
  void client.items.list.query({ boardId, sortDir: 'up' });
  // @ts-expect-error There is no such procedure.
  void client.items.launch.mutate({});
  return found;
}
`;

describe.each(TYPESCRIPTS)('the types with %s', (typescript) => {
  it.each([
    ['index.mts', 'nodenext', 'nodenext'],
    ['index.cts', 'nodenext', 'nodenext'],
    ['index.ts', 'esnext', 'bundler'],
  ])('%s with module %s and resolution %s', async (file, module, moduleResolution) => {
    writeFileSync(join(folder, file), `${TYPED}\n${await everyCall()}`);
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', module];
    const types = ['--typeRoots', join(ROOT, 'node_modules', '@types'), '--types', 'node'];
    const given = [...options, '--moduleResolution', moduleResolution, ...types, file];
    const tsc = join(typescript, 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [tsc, ...given], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });
});

describe('the client and the service', () => {
  const checked: typeof fetch = (input, init) => checkedFetch(app, String(input as string), init);
  const clientOf = (options: object = {}) => createTrestleClient({ url, token, fetch: checked, ...options });

  it('iterates over all pages of a list', async () => {
    const client = clientOf();
    const board = await aBoard({ organization });
    const [groupId] = board.groupIds;
    const items = Array.from({ length: 90 }, (_, at) => ({ name: `Item ${at}` }));
    for (let done = 0; done < 3; done += 1)
      await client.items.bulkCreate.mutate({ boardId: board.id, groupId: groupId!, items });
    const names: string[] = [];
    for await (const { name } of paginate(client.items.list, { boardId: board.id, limit: 100 }))
      names.push(name);
    expect(names).toEqual([...items, ...items, ...items].map(({ name }) => name));
  });

  it('continues the change feed from a stored cursor', async () => {
    const client = clientOf();
    const board = await aBoard({ organization });
    const create = (name: string) =>
      client.items.create.mutate({ boardId: board.id, groupId: board.groupIds[0]!, name });
    const read = async (since?: string) => {
      const names: string[] = [];
      let last = since;
      const input = { boardId: board.id, types: ['item.created' as const], limit: 1 };
      for await (const { events, cursor } of pages(client.events.list, since ? { ...input, since } : input)) {
        for (const { data } of events) names.push((data as { item: { name: string } }).item.name);
        last = cursor;
      }
      return { names, last };
    };
    for (const name of ['One', 'Two']) await create(name);
    await relayEvents(app);
    const first = await read();
    await create('Three');
    await relayEvents(app);
    expect([first.names, (await read(first.last)).names]).toEqual([['One', 'Two'], ['Three']]);
  });

  it('repeats a mutation whose response was lost, and it acts once', async () => {
    let lost = 0;
    const losing: typeof fetch = async (...call) => {
      const response = await checked(...call);
      if (lost > 0) return response;
      lost += 1;
      await response.arrayBuffer();
      throw new TypeError('fetch failed');
    };
    const client = clientOf({ fetch: losing });
    const { id } = await client.workspaces.create.mutate({ name: 'Made once' });
    const { workspaces } = await client.workspaces.list.query();
    expect(workspaces.filter(({ name }) => name === 'Made once').map((workspace) => workspace.id)).toEqual([
      id,
    ]);
    expect(lost).toBe(1);
  });

  it('queries with a long input', async () => {
    const board = await aBoard({ organization, columns: [{ name: 'Text', type: 'text' }] });
    const filters = Array.from({ length: 50 }, () => ({
      columnId: board.column('Text'),
      operator: 'is',
      value: 'x'.repeat(200),
    }));
    const { items } = await clientOf().items.list.query({ boardId: board.id, filters });
    expect(items).toEqual([]);
  });

  it('describes a rejected input', async () => {
    const call = clientOf().workspaces.create.mutate({ name: '' });
    await expect(call).rejects.toThrow(TrestleError);
    await expect(call).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      status: 400,
      procedure: 'workspaces.create',
      issues: [{ path: 'name' }],
    });
  });

  it('follows a board, and continues after a lost connection', async () => {
    const client = clientOf();
    const board = await aBoard({ organization });
    const [groupId] = board.groupIds;
    const sockets: WebSocket[] = [];
    class Recorded extends WebSocket {
      constructor(address: string) {
        super(address);
        sockets.push(this);
      }
    }
    const messages: BoardMessage[] = [];
    const names = () =>
      messages.filter(({ type }) => type === 'item.created').map(({ payload }) => payload.item.name);
    const create = async (name: string) => {
      await client.items.create.mutate({ boardId: board.id, groupId: groupId!, name });
      await relayEvents(app);
    };
    const connection = connectBoard(client, board.id, {
      onMessage: (message) => messages.push(message),
      WebSocket: Recorded as never,
    });
    await vi.waitFor(() => expect(messages.map(({ type }) => type)).toContain('ready'));
    await create('One');
    await vi.waitFor(() => expect(names()).toEqual(['One']));
    sockets[0]!.terminate();
    await create('Two');
    await vi.waitFor(() => expect(names()).toEqual(['One', 'Two']));
    expect(sockets).toHaveLength(2);
    const numbers = messages.flatMap(({ type, seq }) => (seq === undefined || type === 'ready' ? [] : [seq]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(connection.seq).toBe(numbers.at(-1));
    const closed = new Promise((resolve) => sockets[1]!.once('close', resolve));
    connection.close();
    await closed;
    expect(sockets).toHaveLength(2);
  });

  it.each([
    ['a board that is not visible', () => token, 4404],
    ['an invalid token', () => 'svc_pat_invalid', 4401],
  ])('ends for good with %s', async (_what, tokenOf, code) => {
    const client = clientOf({ token: tokenOf() });
    const reason = await new Promise((resolve) => {
      connectBoard(client, 'brd_01JZ8Q5W7T2V4X6Y8Z0A1B2C3D', {
        onMessage: () => undefined,
        onClose: resolve,
        WebSocket: WebSocket as never,
      });
    });
    expect(reason).toMatchObject({ code });
  });
});
