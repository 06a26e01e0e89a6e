import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { type FileId, newId } from '../../../src/kernel/ids';
import { expectNeedsScope, expectUnauthorized } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile, someFiles, type TestFile } from '../../support/factories/file.factory';
import { anImage, thumbnailJobsEnd } from '../../support/factories/image.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { expectHidden } from '../../support/refusals';

describe('GET /api/files/:id/thumbnail', () => {
  let board: TestBoard;
  let image: TestFile;
  const owner = () => board.organization.owner;
  const get = (id: string, headers: Record<string, string> = {}, client = owner().client) =>
    client.request('GET', `/api/files/${id}/thumbnail`, undefined, headers);
  const expectThumbnailHidden = (id: FileId, client: WireClient) =>
    expectHidden(id, async (asked) => {
      const answer = await get(asked, {}, client);
      return { ...answer, body: answer.error?.message };
    });

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Files', type: 'file' }] });
    image = await anImage(board.organization);
  });

  it('200: a small WebP that runs nothing', async () => {
    const { status, bytes, headers } = await get(image.id);
    expect(status).toBe(200);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-disposition']).toBeUndefined();
  });

  it('200: HEAD has the headers of GET and no content', async () => {
    const head = await owner().client.request('HEAD', `/api/files/${image.id}/thumbnail`);
    const { headers } = await get(image.id);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect([head.headers['content-length'], head.headers['etag']]).toEqual([
      headers['content-length'],
      headers['etag'],
    ]);
  });

  it('206: a range; 304: the client has the thumbnail; the tag of the file is another', async () => {
    const { headers, bytes } = await get(image.id);
    const part = await get(image.id, { range: 'bytes=0-3' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'RIFF']);
    const same = await get(image.id, { 'if-none-match': headers['etag']! });
    expect([same.status, same.bytes.length, same.headers['etag']]).toEqual([304, 0, headers['etag']]);
    const file = await owner().client.request('GET', `/api/files/${image.id}`);
    expect((await get(image.id, { 'if-none-match': file.headers['etag']! })).bytes).toEqual(bytes);
  });

  it('404 no_thumbnail: a file that is not an image, or that cannot be decoded, remains available', async () => {
    const broken = (
      await sharp({ create: { width: 99, height: 99, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
    ).subarray(0, 150);
    const files = await someFiles(owner().client, [
      { name: 'a.txt', content: 'text' },
      { name: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      { name: 'a.png', content: broken },
    ]);
    expect(files.map(({ type }) => type)).toEqual(['text/plain', 'image/svg+xml', 'image/png']);
    await thumbnailJobsEnd(board.organization);
    for (const { id } of files) {
      const { status, error } = await get(id);
      expect([status, error?.data]).toEqual([
        404,
        expect.objectContaining({ code: 'NOT_FOUND', reason: 'no_thumbnail' }),
      ]);
      expect((await owner().client.request('GET', `/api/files/${id}`)).status).toBe(200);
    }
  });

  it('404: a file that the caller does not see, with or without a thumbnail', async () => {
    const member = await board.organization.addMember('member');
    const stranger = (await anOrganization()).owner;
    const text = await aFile(owner().client);
    for (const { id } of [image, text]) {
      await expectThumbnailHidden(id, member.client);
      await expectThumbnailHidden(id, stranger.client);
    }
    expect((await get(newId('file'))).status).toBe(404);
    expect((await get('file_1')).status).toBe(404);
    expect((await get('..%2f..%2fetc')).status).toBe(404);
  });

  it('200 for everyone who sees a record with the file', async () => {
    const member = await board.organization.addMember('member');
    const own = await anImage(board.organization);
    expect((await get(own.id, {}, member.client)).status).toBe(404);
    const itemId = await anItem(board);
    const cell = { itemId, columnId: board.column('Files') };
    await made(owner().client, 'items.setValue', { ...cell, value: [own.id] });
    expect((await get(own.id, {}, member.client)).status).toBe(200);
    await made(owner().client, 'items.setValue', { ...cell, value: null });
    expect((await get(own.id, {}, member.client)).status).toBe(404);
  });

  it('401, 403: without a credential, without the scope', async () => {
    await expectUnauthorized(board.workspace, (client) => get(image.id, {}, client));
    await expectNeedsScope(board.workspace, 'read', (client) => get(image.id, {}, client));
  });

  it('200: an absolute URL without the host of the organization names it in the query', async () => {
    const { slug } = board.organization;
    const answer = await owner()
      .client.as({ slug: '' })
      .request('GET', `/api/files/${image.id}/thumbnail?organization=${slug}`);
    expect(answer.status).toBe(200);
  });
});
