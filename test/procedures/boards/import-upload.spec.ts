import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StorageConfig } from '../../../src/platform/config/storage.config';
import { DatabaseConfig } from '../../../src/platform/config/database.config';
import { expectNeedsScope, expectUnauthorized, statusesByRole } from '../../support/access-checks';
import { listen, startApp, type TestApp } from '../../support/app';
import type { WireAnswer, WireClient } from '../../support/client';
import { anAccount } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const BOUNDARY = 'boundary-of-a-test';
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

type Part = [name: string, content: string | Buffer, more?: string];

function form(...parts: Part[]): Buffer {
  const chunks = parts.flatMap(([name, content, more = '']) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const file = (content: string | Buffer): Part => ['file', content, '; filename="a.csv"'];
const input = (value: object): Part => ['input', JSON.stringify(value)];

const send = (client: WireClient, body: Buffer, headers: Record<string, string> = {}): Promise<WireAnswer> =>
  client.request('POST', '/api/boards/import', body, { ...TYPE, ...headers });

describe('POST /api/boards/import', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Points', type: 'number' }] });
  });

  it('200: returns what boards.import returns, whatever the order of the parts', async () => {
    const asked = { id: board.id, mapping: [{ header: 'Size', columnId: board.column('Points') }] };
    const first = await send(client(), form(input(asked), file('Name,Size\nA,1\n')));
    const second = await send(
      client(),
      form(file(Buffer.from('Name,Size\nCaf\xe9,2\n', 'latin1')), input(asked)),
    );
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({
      import: { boardId: board.id, status: 'done', total: 1, done: 1 },
      encoding: 'utf-8',
      problemCount: 0,
    });
    expect(second.body).toMatchObject({ encoding: 'windows-1252' });
    const items = await listedItems(client(), { boardId: board.id });
    expect(items.map(({ name, values }) => [name, values[board.column('Points')]])).toEqual([
      ['A', 1],
      ['Café', 2],
    ]);
  });

  it('200: the input as a Blob, as browsers send it', async () => {
    const blob: Part = [
      'input',
      JSON.stringify({ id: board.id, dryRun: true }),
      '; filename="blob"\r\nContent-Type: application/json',
    ];
    const typed: Part = [
      'input',
      JSON.stringify({ id: board.id, dryRun: true }),
      '\r\nContent-Type: application/json',
    ];
    for (const part of [blob, typed]) {
      const { status, body } = await send(client(), form(part, file('Name\nA\n')));
      expect(status).toBe(200);
      expect(body).toMatchObject({ import: null, rowCount: 1 });
    }
  });

  it('200: a repeat with the same Idempotency-Key imports once', async () => {
    const target = await aBoard({ columns: [] });
    const { client: owner } = target.organization.owner;
    const headers = { 'idempotency-key': 'once' };
    const body = form(input({ id: target.id }), file('Name\nA\n'));
    const first = await send(owner, body, headers);
    const second = await send(owner, body, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await listedNames(target)).toEqual(['A']);
    const other = await send(owner, form(input({ id: target.id }), file('Name\nB\n')), headers);
    expect(other.status).toBe(409);
  });

  it.each<[string, Part[], string]>([
    ['no file', [input({ id: 'B' })], 'file'],
    ['two files', [input({ id: 'B' }), file('A\n1\n'), file('A\n1\n')], 'file'],
    ['a file that is a field', [input({ id: 'B' }), ['file', 'A\n1\n']], 'file'],
    ['an unknown field', [input({ id: 'B' }), file('A\n1\n'), ['more', '{}']], 'more'],
    ['an unknown key of the input', [input({ id: 'B', sheet: 1 }), file('A\n1\n')], 'sheet'],
    ['a file inside the input', [input({ id: 'B', file: { content: '' } }), file('A\n1\n')], 'file'],
    ['nowhere to go', [file('A\n1\n')], 'id'],
    ['an empty file', [input({ id: 'B' }), file('')], 'file.content'],
    ['a bad row', [input({ id: 'B' }), file('Name,Points\nA,x\n')], 'lines.2.Points'],
    ['NUL in the input', [input({ id: 'B', name: '\u0000' }), file('A\n1\n')], 'name'],
  ])('400: %s, and nothing is written', async (_what, parts, path) => {
    const filled = parts.map(([name, content, more]): Part => [
      name,
      typeof content === 'string' && name === 'input' ? content.replace('"B"', `"${board.id}"`) : content,
      more,
    ]);
    let answer!: WireAnswer;
    const events = await eventsDuring(board.organization, async () => {
      answer = await send(client(), form(...filled));
    });
    expect([answer.status, refusedPaths(answer)]).toEqual([400, [path]]);
    expect(events).toEqual([]);
  });

  it.each<[string, Buffer, Record<string, string>]>([
    ['an input that is no JSON', form(['input', '{'], file('A\n1\n')), {}],
    ['an input that nests without end', form(['input', '['.repeat(200_000)], file('A\n1\n')), {}],
    ['a form that ends early', form(file('A\n1\n')).subarray(0, -20), {}],
    ['a part that ends early', form(file('A\n1\n')).subarray(0, 60), {}],
    ['no boundary', form(file('A\n1\n')), { 'content-type': 'multipart/form-data' }],
    ['another boundary', form(file('A\n1\n')), { 'content-type': 'multipart/form-data; boundary=x' }],
    ['no body', Buffer.alloc(0), {}],
    ['too many parts', form(...Array.from({ length: 50 }, (): Part => ['input', '{}'])), {}],
    ['a field named like a property', form(['__proto__', '{}'], file('A\n1\n')), {}],
  ])('400: %s', async (_what, body, headers) => {
    expect((await send(client(), body, headers)).status).toBe(400);
  });

  it('401, 403, 404: has the guards of the procedure', async () => {
    const body = (more: object) => form(input({ id: board.id, ...more }), file('Name,Fresh\nA,1\n'));
    await expectUnauthorized(board.workspace, (each) => send(each, body({})));
    await expectNeedsScope(board.workspace, 'write', (each) => send(each, body({ dryRun: true })));
    const statuses = await statusesByRole(board.workspace, (each) => send(each, body({ dryRun: true })));
    expect(statuses).toEqual({ viewer: 403, visitor: 403, guest: 404, member: 200 });
    const other = await aBoard();
    await expectHidden(other.id, (id) => send(client(), form(input({ id }), file('A\n1\n'))));
  });

  it('403: a cookie from another origin', async () => {
    const { app } = board.organization;
    const account = await anAccount({ app });
    const host = { host: `${account.slug}.trestle.test`, cookie: account.cookie };
    const body = form(input({ id: board.id }), file('A\n1\n'));
    const from = (origin: string) => send(account.client, body, { ...host, origin });
    expect((await from('http://evil.test')).status).toBe(403);
    expect((await from(`http://${host.host}`)).status).toBe(404);
  });

  it('415: other types, and forms on other routes', async () => {
    const json = await client().request('POST', '/api/boards/import', '{}');
    expect(json.status).toBe(415);
    const elsewhere = await client().request('POST', '/api/auth/tokens', form(file('x')), TYPE);
    const procedure = await client().request('POST', '/api/trpc/boards.import', form(file('x')), TYPE);
    expect([elsewhere.status, procedure.status]).toEqual([415, 415]);
  });
});

describe('an upload that is too large to be in memory', () => {
  /** 15,100 rows of 200 columns: more than three million cells. */
  const ROWS = 15_100;
  const COLUMNS = Array.from({ length: 198 }, (_, at) => `c${at}`);
  const content = (rows: readonly string[]) =>
    `Name,Points,${COLUMNS.join(',')}\n${rows.map((row) => row + ','.repeat(COLUMNS.length)).join('\n')}\n`;
  const rows = Array.from({ length: ROWS }, (_, at) => `Item ${at},${at}`);
  const skipped = COLUMNS.map((header) => ({ header, to: 'skip' }));
  const ended = (client: WireClient, id: string) =>
    vi.waitUntil(
      async () => {
        const { data } = await client.query('boards.imports.get', { id });
        return data.status === 'running' ? null : data;
      },
      { interval: 100 },
    );

  it('200: is imported by a job that reads it row by row', async () => {
    const board = await aBoard({ columns: [] });
    const { client } = board.organization.owner;
    const body = form(input({ id: board.id, mapping: skipped }), file(content(rows)));
    const answer = await send(client, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      import: { status: 'running', total: ROWS, done: 0 },
      rowCount: ROWS,
      problemCount: 0,
    });
    const { columns, import: begun } = answer.body as {
      columns: { to: string; type: string }[];
      import: { id: string };
    };
    expect(columns.slice(0, 3)).toMatchObject([{ to: 'name' }, { type: 'number' }, { to: 'skip' }]);
    expect(await ended(client, begun.id)).toMatchObject({ status: 'done', done: ROWS });
    expect(await listedNames(board)).toEqual(rows.map((_, at) => `Item ${at}`));
  });

  it('reports invalid rows in a dry run, and in the import itself', async () => {
    const board = await aBoard({ columns: [{ name: 'Points', type: 'number' }] });
    const { client } = board.organization.owner;
    const bad = file(content([...rows.slice(0, -1), 'Last,x']));
    const problem = { line: ROWS + 1, column: 'Points', reason: '"x" is not a number' };
    const checked = await send(client, form(input({ id: board.id, mapping: skipped, dryRun: true }), bad));
    expect(checked.body).toMatchObject({ import: null, problems: [problem], problemCount: 1 });
    const { body } = await send(client, form(input({ id: board.id, mapping: skipped }), bad));
    const { id } = (body as { import: { id: string } }).import;
    expect(await ended(client, id)).toMatchObject({ status: 'failed', done: 0, problems: [problem] });
    expect(await listedNames(board)).toEqual([]);
  });

  it.each<[string, string[], object[], string]>([
    ['a header that names other rows', ['After'], [], 'mapping'],
    [
      'a column of dependencies',
      ['Points'],
      [{ header: 'Points', newColumn: { type: 'dependency' } }],
      'mapping',
    ],
    [
      'a choice column without its words',
      ['Points'],
      [{ header: 'Points', newColumn: { type: 'dropdown' } }],
      'mapping.0.newColumn.config',
    ],
    ['a row with another number of cells', ['Points'], [], `lines.${ROWS + 2}`],
  ])('400: %s', async (what, [second], mapping, path) => {
    const board = await aBoard({ columns: [] });
    const more = what.startsWith('a row') ? 'Ragged,1\n' : '';
    const text = content(rows).replace('Points', second!) + more;
    const body = form(input({ id: board.id, mapping: [...mapping, ...skipped] }), file(text));
    let answer!: WireAnswer;
    const events = await eventsDuring(board.organization, async () => {
      answer = await send(board.organization.owner.client, body);
    });
    expect([answer.status, refusedPaths(answer)]).toEqual([400, [path]]);
    expect(events).toEqual([]);
  });
});

describe('a large upload', () => {
  let app: TestApp;
  let port: number;
  let cookie: string;
  let host: string;
  let boardId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    port = await listen(app);
    const account = await anAccount({ app });
    ({ cookie } = account);
    host = `${account.slug}.trestle.test`;
    const owner = account.client.as({ headers: { origin: `http://${host}` } });
    const { id: workspaceId } = await made(owner, 'workspaces.create', { name: 'W' });
    const { id: projectId } = await made(owner, 'projects.create', { workspaceId, name: 'P' });
    ({ id: boardId } = await made(owner, 'boards.create', { projectId, name: 'B', columns: [] }));
  });
  afterAll(() => app.close());

  /** The contents of the storage, parts of files included. */
  function storedFiles(): string[] {
    const { directory } = app.nest.get(StorageConfig, { strict: false });
    const root = directory ?? join(app.nest.get(DatabaseConfig, { strict: false }).dataDirectory, 'files');
    if (!existsSync(root)) return [];
    return (readdirSync(root, { recursive: true }) as string[]).filter((path) =>
      statSync(join(root, path)).isFile(),
    );
  }

  const head = (more: string) =>
    `POST /api/boards/import HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\norigin: http://${host}\r\n` +
    `content-type: ${TYPE['content-type']}\r\n${more}\r\n`;

  async function answerTo(write: (socket: ReturnType<typeof connect>) => Promise<void>): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    let received = '';
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
        if (received.includes('"message"')) resolve();
      });
      socket.on('close', () => resolve());
    });
    await Promise.race([write(socket), answered]);
    await answered;
    socket.destroy();
    return received;
  }

  it('413: is not read when it declares that it is too large', async () => {
    const answer = await answerTo(async (socket) => {
      socket.write(head('content-length: 1073741824\r\n'));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(storedFiles()).toEqual([]);
  });

  it('413: is cut off when it does not declare its size, and nothing of it remains', async () => {
    const body = form(input({ id: boardId }), file('#'))
      .toString()
      .split('#');
    const megabyte = Buffer.from(`100000\r\n${'x'.repeat(1_048_576)}\r\n`);
    const answer = await answerTo(async (socket) => {
      const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
      socket.write(head('transfer-encoding: chunked\r\n') + chunk(body[0]!));
      for (let sent = 0; sent < 257; sent += 1) {
        if (!socket.write(megabyte)) await new Promise((resolve) => socket.once('drain', resolve));
      }
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('file: Must be at most 268435456 bytes');
    await vi.waitFor(() => expect(storedFiles()).toEqual([]));
  });

  it('is removed when its client disconnects in the middle', async () => {
    const body = form(input({ id: boardId }), file(`Name\n${'A\n'.repeat(100_000)}`));
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(head(`content-length: ${body.length}\r\n`));
    socket.write(body.subarray(0, 150_000));
    await vi.waitFor(() => expect(storedFiles()).toHaveLength(1));
    socket.destroy();
    await vi.waitFor(() => expect(storedFiles()).toEqual([]));
    const { rows } = await app.sql.query('select from imports');
    expect(rows).toEqual([]);
  });

  it('of one line is rejected with the line', async () => {
    const body = form(input({ id: boardId }), file(`Name\n${'x'.repeat(20_000_000)}`));
    const answer = await answerTo(async (socket) => {
      socket.write(head(`content-length: ${body.length}\r\n`));
      socket.write(body);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('Line 2: More than 1000000 characters in one row');
    await vi.waitFor(() => expect(storedFiles()).toEqual([]));
  });

  it('waits for its job in the file storage', async () => {
    const body = form(input({ id: boardId }), file(`Name\n${'A\n'.repeat(3_000)}`));
    const answer = await answerTo(async (socket) => {
      socket.write(head(`content-length: ${body.length}\r\nconnection: close\r\n`));
      socket.write(body);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"status":"running"');
    expect(storedFiles()).toHaveLength(1);
  });
});
