import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Log } from '../../../src/platform/logging/log';
import { listen, startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anAccount, type TestAccount } from '../../support/factories/account.factory';
import { made } from '../../support/factories/workspace.factory';
import { listedItems } from '../../support/item-lists';
import { S3Server } from '../../support/s3-server';

const MIB = 2 ** 20;
const TYPE = { 'content-type': 'multipart/form-data; boundary=edge' };

/** The form of an import; the rows make the file. */
function form(id: string, rows: string): Buffer {
  const input = `--edge\r\nContent-Disposition: form-data; name="input"\r\n\r\n${JSON.stringify({ id })}\r\n`;
  const file = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  return Buffer.from(`${input}${file}${rows}\r\n--edge--\r\n`);
}

describe('an import with STORAGE_URL=s3://', () => {
  let server: S3Server;
  let app: TestApp;
  let port: number;
  let account: TestAccount;
  let client: WireClient;
  let boardId: string;
  const upload = (rows: string) =>
    client.request('POST', '/api/boards/import', form(boardId, rows), { ...TYPE });
  const isEmpty = () => server.objects.size === 0 && server.uploads.size === 0;

  beforeAll(async () => {
    server = await S3Server.start();
    app = await startApp({ STORAGE_URL: server.url({ prefix: 'of/trestle' }) });
    port = await listen(app);
    account = await anAccount({ app });
    client = account.client.as({ headers: { origin: `http://${account.slug}.trestle.test` } });
    const { id: workspaceId } = await made(client, 'workspaces.create', { name: 'W' });
    const { id: projectId } = await made(client, 'projects.create', { workspaceId, name: 'P' });
    ({ id: boardId } = await made(client, 'boards.create', { projectId, name: 'B', columns: [] }));
  });
  beforeEach(() => {
    server.fault = () => undefined;
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it('is ready when the bucket can be written', async () => {
    const { status, body } = await client.request('GET', '/api/health/ready');
    expect([status, body]).toMatchObject([200, { checks: { storage: 'ok' } }]);
  });

  it('reads a small file and deletes it', async () => {
    const { status, body } = await upload('Name\nSmall\n');
    expect([status, body]).toMatchObject([200, { import: { status: 'done' } }]);
    expect(await listedItems(client, { boardId })).toMatchObject([{ name: 'Small' }]);
    expect(isEmpty()).toBe(true);
  });

  it('reads a large file in a job, which deletes it', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => `Row ${at}`);
    const { status, body } = await upload(`Name\n${rows.join('\n')}\n`);
    expect([status, body]).toMatchObject([200, { import: { status: 'running' } }]);
    const { id } = (body as { import: { id: string } }).import;
    await vi.waitFor(async () => {
      const { data } = await client.query('boards.imports.get', { id });
      expect(data).toMatchObject({ status: 'done', done: 2_500 });
      expect(isEmpty()).toBe(true);
    });
  });

  it('leaves nothing of a file of several parts whose client disconnects', async () => {
    const body = form(boardId, `Name\n${'A\n'.repeat(4 * MIB)}`);
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    const host = `${account.slug}.trestle.test`;
    socket.write(
      `POST /api/boards/import HTTP/1.1\r\nhost: ${host}\r\ncookie: ${account.cookie}\r\norigin: http://${host}\r\n` +
        `content-type: ${TYPE['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 6 * MIB));
    await vi.waitFor(() => expect(server.uploads.size).toBe(1));
    socket.destroy();
    await vi.waitFor(() => expect(isEmpty()).toBe(true));
  });

  it('503: leaves nothing while the store fails', async () => {
    server.fault = (call) => (call.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : undefined);
    const { status, error, headers } = await upload('Name\nNever\n');
    expect([status, error?.data.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(headers['retry-after']).toBe('1');
    expect(isEmpty()).toBe(true);
    const { rows } = await app.sql.query('select from import_uploads');
    expect(rows).toEqual([]);
  });
});

it('a service with a wrong secret of its bucket is not ready, and logs why at the start', async () => {
  const server = await S3Server.start();
  const lines: string[] = [];
  const log = new Log({ write: (line: string) => void lines.push(line) }, 'warn');
  const app = await startApp({ STORAGE_URL: server.url({ secret: 'hunter2' }) }, log);
  try {
    await vi.waitFor(() => expect(lines.join('')).toContain('storage cannot be written'));
    expect(lines.join('')).toContain('STORAGE_URL: the bucket files at http://127.0.0.1');
    expect(lines.join('')).toContain('(SignatureDoesNotMatch)');
    expect(lines.join('')).not.toContain('hunter2');
    const { status, body } = await new WireClient(app).request('GET', '/api/health/ready');
    expect([status, body]).toMatchObject([503, { checks: { storage: 'error' } }]);
  } finally {
    await app.close();
    await server.close();
  }
});
