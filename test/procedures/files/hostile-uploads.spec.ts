import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/kernel/app-error';
import { FileStorage } from '../../../src/platform/storage/file-storage';
import { listen, startApp, type TestApp } from '../../support/app';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { RawForm } from '../../support/raw-form';
import { sendRaw } from '../../support/raw-http';

const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const END = '\r\n--b--\r\n';
const MIB = Buffer.alloc(2 ** 20, 'x');

/** Forms that no well-behaved client sends, on a real connection. */
describe('hostile uploads', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let port: number;
  let head: string;
  const sockets = new Set<Socket>();
  const client = () => organization.owner.client;

  const headWith = (token: string) =>
    `Host: ${organization.slug}.trestle.test\r\nAuthorization: Bearer ${token}\r\n`;
  const aToken = async () => {
    const input = { name: 'raw', scopes: ['read', 'write'] };
    const created = await client().request('POST', '/api/auth/tokens', input);
    return created.body as { id: string; token: string };
  };
  const send = (body: string | Buffer, { type = 'boundary=b', headers = '' } = {}) =>
    sendRaw(
      port,
      Buffer.concat([
        Buffer.from(
          `POST /api/files HTTP/1.1\r\n${head}${headers}Content-Type: multipart/form-data; ${type}\r\n` +
            `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
        ),
        Buffer.from(body),
      ]),
    );
  const part = (disposition: string | Buffer, content: string | Buffer = 'x') =>
    Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; '),
      Buffer.from(disposition),
      Buffer.from(`\r\n\r\n${content}\r\n`),
    ]);
  const form = (...parts: (string | Buffer)[]) =>
    Buffer.concat([...parts, '--b--\r\n'].map((each) => Buffer.from(each)));
  const rows = async () => {
    const { rows: found } = await app.sql.query<{ stored: boolean }>(
      'select stored_at is not null as stored from files where organization_id = $1',
      [organization.id],
    );
    return found;
  };

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
    port = await listen(app);
    (app.nest.getHttpServer() as Server).on('connection', (socket: Socket) => sockets.add(socket));
    head = headWith((await aToken()).token);
  });
  afterAll(() => app.close());

  it.each<[string, string | Buffer, string]>([
    ['RFC 5987', `filename*=UTF-8''Gr%C3%BC%C3%9Fe%E2%80%AE.txt`, 'Grüße.txt'],
    ['RFC 5987 with a path', `filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, 'passwd'],
    ['NUL', Buffer.from('filename="a\0b.txt"'), 'ab.txt'],
    ['an escaped quotation mark', 'filename="a\\"b.txt"', 'a"b.txt'],
    ['a quotation mark and a line break as browsers escape them', 'filename="a%22b%0D%0A.txt"', 'a"b.txt'],
    ['bytes that are not UTF-8', Buffer.from('filename="Gr\xfcn.txt"', 'latin1'), 'Gr\ufffdn.txt'],
    ['no closing quotation mark', 'filename="a.txt', 'a.txt'],
    ['two names', 'filename="a.txt"; filename="b.exe"', 'a.txt'],
    ['an empty name', 'filename=""', 'file'],
    ['only invisible characters', 'filename="\u200d\u202e\u200b"', 'file'],
    [
      'joiners of emoji and scripts',
      'filename="👩\u200d💻 می\u200cخواهم.txt"',
      '👩\u200d💻 می\u200cخواهم.txt',
    ],
    ['70,000 characters', `filename="${'n'.repeat(70_000)}.txt"`, `${'n'.repeat(251)}.txt`],
  ])('201: a name with %s', async (_name, disposition, expected) => {
    const { status, body } = await send(form(part(disposition)));
    const text = Buffer.from(body, 'latin1').toString();
    expect([status, (JSON.parse(text) as { files: { name: string }[] }).files[0]?.name]).toEqual([
      201,
      expected,
    ]);
  });

  it.each<[string, string | Buffer, string?, string?]>([
    ['no parts', form()],
    ['nothing', ''],
    ['no boundary', form(part('filename="a"')), 'charset=utf-8'],
    ['an empty boundary', form(part('filename="a"')), 'boundary='],
    ['no final boundary', part('filename="a"')],
    ['an end within a file', part('filename="a"').subarray(0, -4)],
    ['an end within a header', '--b\r\nContent-Disp'],
    ['line feeds only', form(part('filename="a"')).toString().replaceAll('\r\n', '\n')],
    ['a line break in the name', form(part('filename="a\rb"'))],
    [
      'another disposition',
      '--b\r\nContent-Disposition: attachment; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n',
    ],
    ['a file without a field', '--b\r\nContent-Disposition: form-data; filename="a"\r\n\r\nx\r\n--b--\r\n'],
    [
      'a field of the prototype',
      '--b\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--b--\r\n',
    ],
    ['1,000 files', form(...Array.from({ length: 1000 }, () => part('filename="a"')))],
    [
      '1,000 fields',
      form(
        ...Array.from({ length: 1000 }, () => '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'),
      ),
    ],
    [
      'a field after the file',
      form(part('filename="a"'), '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'),
    ],
    [
      'a text in the field of the file',
      form(
        '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
      ),
    ],
  ])('400: a form with %s stores nothing', async (_name, body, type) => {
    const before = await rows();
    const { status, body: text } = await send(body, type === undefined ? {} : { type });
    expect(status).toBe(400);
    const { message } = (JSON.parse(text) as { error: { message: string } }).error;
    expect(message).toMatch(
      /^file: Must be 1 to 10 files$|^x: Unknown field$|^The form (is malformed or incomplete|has more than 19 parts)$/,
    );
    expect(await rows()).toEqual(before);
  });

  it.each<[string, string, string | Buffer, string, string]>([
    ['HTML named png', 'a.png', '<html><script>alert(1)</script>', 'text/plain', 'text/plain; charset=utf-8'],
    ['HTML', 'a.html', '<script>alert(1)</script>', 'text/html', 'application/octet-stream'],
    [
      'XHTML',
      'a.xhtml',
      '<html xmlns="http://www.w3.org/1999/xhtml"/>',
      'application/xhtml+xml',
      'application/octet-stream',
    ],
    [
      'SVG',
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'image/svg+xml',
      'application/octet-stream',
    ],
    [
      'SVG with a declaration, named jpg',
      'a.jpg',
      '<?xml version="1.0"?><svg onload="alert(1)"/>',
      'text/plain',
      'text/plain; charset=utf-8',
    ],
    ['JavaScript', 'a.js', 'alert(1)', 'text/javascript', 'application/octet-stream'],
    ['a script that begins as an image', 'a.js', 'GIF89a/*<script>*/=1;alert(1)', 'image/gif', 'image/gif'],
    [
      'a script that begins as a document',
      'a.html',
      '%PDF-1.4 <script>alert(1)</script>',
      'application/pdf',
      'application/pdf',
    ],
    [
      'an archive that begins as HTML',
      'a.html',
      '<script>alert(1)</script>PK\x03\x04',
      'application/octet-stream',
      'application/octet-stream',
    ],
  ])('201: %s is downloaded, never shown', async (_name, filename, content, type, served) => {
    const { body } = await send(form(part(`filename="${filename}"\r\nContent-Type: image/png`, content)));
    const [file] = (JSON.parse(body) as { files: { id: string; type: string }[] }).files;
    const { headers } = await client().request('GET', `/api/files/${file!.id}`);
    expect([file!.type, headers['content-type']]).toEqual([type, served]);
    expect(headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('201: a multipart form within a file, a preamble and an epilogue are no parts of the form', async () => {
    const inner = '--i\r\nContent-Disposition: file; filename="x"\r\n\r\nx\r\n--i--';
    const body = `preamble\r\n${form(part('filename="n"', inner)).toString()}epilogue --b\r\n`;
    const { status, body: text } = await send(body);
    expect([status, (JSON.parse(text) as { files: { size: number }[] }).files]).toEqual([
      201,
      [expect.objectContaining({ name: 'n', size: inner.length, type: 'text/plain' })],
    ]);
  });

  it('415: a compressed form', async () => {
    expect((await send(form(part('filename="a"')), { headers: 'Content-Encoding: gzip\r\n' })).status).toBe(
      415,
    );
  });

  it('413: a length above the limit is rejected before the body arrives', async () => {
    const upload = await RawForm.open(port, head, 2 * 2 ** 30);
    const { status, text } = await upload.answer();
    expect([status, JSON.parse(text)]).toMatchObject([
      413,
      { error: { data: { issues: [{ path: 'file' }] } } },
    ]);
  });

  it.each<[string, string, number]>([
    ['a file', FILE, 26],
    ['what is before the first part', 'x', 270],
    ['what is after the last part', `${FILE}x${END}`, 270],
    ['a part that is no field', '--b\r\nContent-Disposition: attachment; name="file"\r\n\r\n', 270],
    ['the headers of a part', '--b\r\nX-Header: ', 270],
  ])('413: an endless chunked body, in %s, ends at the limit', async (_name, start, maxMib) => {
    const before = await rows();
    const upload = await RawForm.open(port, head);
    await upload.send(start);
    const sent = await upload.flood(MIB, 2 * 2 ** 30);
    // The rest was in the buffers of the connection.
    expect(sent / 2 ** 20).toBeLessThan(maxMib + 30);
    expect((await upload.answer()).status).toBe(413);
    expect(await rows()).toEqual(before);
  });

  it('a client that disconnects leaves no row, and its content is deleted', async () => {
    const before = await rows();
    const put = vi.spyOn(app.nest.get(FileStorage, { strict: false }), 'put');
    for (const isReset of [true, false]) {
      const upload = await RawForm.open(port, head);
      await upload.send(FILE + 'x'.repeat(100_000));
      await vi.waitFor(async () => expect(await rows()).toHaveLength(before.length + 1));
      if (isReset) upload.abort();
      else await Promise.all([upload.send(''), upload.answer()]);
      await vi.waitFor(async () => expect(await rows()).toEqual(before));
    }
    for (const { value } of put.mock.results) await expect(value).rejects.toBeInstanceOf(AppError);
    put.mockRestore();
  });

  it('201: an upload that takes longer than other requests may', async () => {
    const upload = await RawForm.open(port, head);
    const before = (await rows()).length;
    await upload.send(`${FILE}first `);
    await vi.waitFor(async () => expect(await rows()).toHaveLength(before + 1));
    // What Node does when its time limit for requests has passed.
    const server = app.nest.getHttpServer() as Server;
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    for (const socket of sockets) server.emit('clientError', error, socket);
    await upload.send(`second${END}`);
    upload.finish();
    const { status, text } = await upload.answer();
    expect([status, (JSON.parse(text) as { files: { size: number }[] }).files[0]!.size]).toEqual([201, 12]);
  });

  it('401: a token that is revoked during the upload; nothing is kept', async () => {
    const before = await rows();
    const { id, token } = await aToken();
    const upload = await RawForm.open(port, headWith(token));
    await upload.send(`${FILE}x`);
    await vi.waitFor(async () => expect(await rows()).toHaveLength(before.length + 1));
    expect((await client().mutate('auth.tokens.revoke', { tokenId: id })).status).toBe(200);
    await upload.send(END);
    upload.finish();
    expect((await upload.answer()).status).toBe(401);
    expect(await rows()).toEqual(before);
  });

  it('503: a full disk; nothing is kept', async () => {
    const before = await rows();
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const put = vi.spyOn(app.nest.get(FileStorage, { strict: false }), 'put').mockRejectedValue(full);
    const answer = await send(form(part('filename="a"')));
    put.mockRestore();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(await rows()).toEqual(before);
  });

  it('201: parallel uploads with one Idempotency-Key return and keep the same file', async () => {
    const before = await rows();
    const headers = 'Idempotency-Key: parallel\r\n';
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(form(part('filename="a"')), { headers })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await rows()).toHaveLength(before.length + 1);
  });
});
