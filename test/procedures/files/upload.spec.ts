import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectNeedsScope, expectUnauthorized } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile, someFiles } from '../../support/factories/file.factory';
import { upload } from '../../support/multipart';
import { refusedPaths } from '../../support/refusals';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('POST /api/files', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;
  const filesOf = async () => {
    const { app, id } = board.organization;
    const { rows } = await app.sql.query('select name from files where organization_id = $1', [id]);
    return rows.length;
  };

  beforeAll(async () => {
    board = await aBoard();
  });

  it('201: returns the record of each file, whose type its content shows', async () => {
    const answer = await upload(client(), [
      { name: 'Grün & "blau".txt', content: 'Grüße', type: 'image/png' },
      { name: 'pixel.html', content: PNG, type: 'text/html' },
      { name: 'empty.bin', content: '' },
    ]);
    expect(answer.status).toBe(201);
    const base = `http://${board.organization.slug}.trestle.test`;
    const { files } = answer.body as { files: { id: string; url: string }[] };
    expect(files).toEqual([
      {
        id: expect.any(String),
        name: expect.any(String),
        url: expect.any(String),
        size: 7,
        type: 'text/plain',
      },
      {
        id: expect.any(String),
        name: 'pixel.html',
        url: expect.any(String),
        size: PNG.length,
        type: 'image/png',
      },
      { id: expect.any(String), name: 'empty.bin', url: expect.any(String), size: 0, type: 'text/plain' },
    ]);
    for (const { id, url } of files) {
      expect(id).toMatch(/^file_[0-9A-Z]{26}$/);
      expect(url).toBe(`${base}/api/files/${id}`);
    }
    const { app, id: organizationId } = board.organization;
    const stored = await app.sql.query<{ sha256: string }>(
      'select sha256 from files where organization_id = $1 and id = $2',
      [organizationId, files[1]!.id],
    );
    expect(stored.rows[0]!.sha256).toBe(createHash('sha256').update(PNG).digest('hex'));
  });

  it('201: keeps a name without its path, control characters and text direction, at most 255 characters', async () => {
    const names = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\me\\report.txt', 'report.txt'],
      ['in\u202Evoice\u0007.txt', 'invoice.txt'],
      ['..', 'file'],
      [`${'n'.repeat(300)}.txt`, `${'n'.repeat(251)}.txt`],
      ['Grüße 你好 🎉.txt', 'Grüße 你好 🎉.txt'],
    ] as const;
    const files = await someFiles(
      client(),
      names.map(([name]) => ({ name, content: 'x' })),
    );
    expect(files.map(({ name }) => name)).toEqual(names.map(([, name]) => name));
  });

  it('201: a repeated call with an Idempotency-Key returns the first files and stores no others', async () => {
    const options = { headers: { 'idempotency-key': 'upload-1' } };
    const first = await upload(client(), [{ name: 'a.txt', content: 'same' }], options);
    const count = await filesOf();
    const second = await upload(client(), [{ name: 'a.txt', content: 'same' }], options);
    expect(second.body).toEqual(first.body);
    expect(await filesOf()).toBe(count);
    const other = await upload(client(), [{ name: 'a.txt', content: 'other' }], options);
    expect(other.status).toBe(409);
    expect(await filesOf()).toBe(count);
  });

  it('400: no file, too many files, other fields; nothing is stored', async () => {
    const count = await filesOf();
    const file = { name: 'a.txt', content: 'a' };
    expect(refusedPaths(await upload(client(), []))).toEqual(['file']);
    expect(
      refusedPaths(
        await upload(
          client(),
          Array.from({ length: 11 }, () => file),
        ),
      ),
    ).toEqual(['file']);
    expect(refusedPaths(await upload(client(), [{ name: null, content: '"text"' }]))).toEqual(['file']);
    expect(
      refusedPaths(await upload(client(), [file, { field: 'itemId', name: null, content: '"x"' }])),
    ).toEqual(['itemId']);
    const cut = await client().request('POST', '/api/files', Buffer.from('--b\r\nContent-Disp'), {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(cut.status).toBe(400);
    expect(await filesOf()).toBe(count);
  });

  it('413: a file above the limit names the field, and the files before it are not kept', async () => {
    const count = await filesOf();
    const answer = await upload(client(), [
      { name: 'small.txt', content: 'small' },
      { name: 'large.bin', content: Buffer.alloc(25 * 2 ** 20 + 1) },
    ]);
    expect(answer.status).toBe(413);
    expect(answer.error!.data).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      path: '/api/files',
      issues: [{ path: 'file' }],
    });
    expect(await filesOf()).toBe(count);
  });

  it('413: files above the quota of the organization', async () => {
    const { app, id } = board.organization;
    await app.sql.query(
      `insert into file_usage (organization_id, size_bytes) values ($1, $2)
       on conflict (organization_id) do update set size_bytes = excluded.size_bytes`,
      [id, 50 * 2 ** 30 - 3],
    );
    const count = await filesOf();
    const tooMuch = await upload(client(), [{ name: 'a.txt', content: 'four' }]);
    expect(tooMuch.status).toBe(413);
    expect(tooMuch.error!.data).toMatchObject({ reason: 'storage_quota_exceeded' });
    expect(await filesOf()).toBe(count);
    await aFile(client(), 'abc');
    expect((await upload(client(), [{ name: 'empty.txt', content: '' }])).status).toBe(413);
    await app.sql.query('update file_usage set size_bytes = 0 where organization_id = $1', [id]);
  });

  it('401, 403: without a credential, without the scope, and guests who edit no board', async () => {
    const send = (by = client()) => upload(by, [{ name: 'a.txt', content: 'a' }]);
    await expectUnauthorized(board.workspace, send);
    await expectNeedsScope(board.workspace, 'write', send);
    const { client: guest, userId } = await board.organization.addMember('guest');
    const share = (permission: string) =>
      client().mutate('boards.members.add', { boardId: board.id, userId, permission });
    await share('view');
    expect((await send(guest)).status).toBe(403);
    await share('edit');
    expect((await send(guest)).status).toBe(201);
  });

  it('415: a body that is no form', async () => {
    expect((await client().request('POST', '/api/files', { file: 'x' })).status).toBe(415);
  });
});
