import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FileId, type ItemId, newId } from '../../../src/kernel/ids';
import { expectNeedsScope, expectUnauthorized } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aFile, someFiles, type TestFile } from '../../support/factories/file.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { expectHidden } from '../../support/refusals';

const CONTENT = 'Once upon a time';

describe('GET /api/files/:id', () => {
  let board: TestBoard;
  let file: TestFile;
  const owner = () => board.organization.owner;
  const get = (id: string, headers: Record<string, string> = {}, client = owner().client) =>
    client.request('GET', `/api/files/${id}`, undefined, headers);
  const statusFor = async (client: WireClient, id: FileId) => (await get(id, {}, client)).status;
  /** As expectHidden; the path of the error, which repeats the request, is left out. */
  const expectFileHidden = (id: string, client: WireClient) =>
    expectHidden(id, async (asked) => {
      const answer = await get(asked, {}, client);
      return { ...answer, body: answer.error?.message };
    });
  const attach = (itemId: ItemId, id: FileId, client = owner().client) =>
    made(client, 'items.setValue', { itemId, columnId: board.column('Files'), value: [id] });

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Files', type: 'file' }] });
    file = await aFile(owner().client, CONTENT, 'ein "Märchen".txt');
  });

  it('200: the content, as an attachment that runs nothing', async () => {
    const { status, bytes, headers } = await get(file.id);
    expect([status, bytes.toString()]).toEqual([200, CONTENT]);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '16',
      'content-disposition': `attachment; filename="ein _M_rchen_.txt"; filename*=UTF-8''ein%20%22M%C3%A4rchen%22.txt`,
      etag: `"${createHash('sha256').update(CONTENT).digest('hex')}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('200: HEAD has the headers of GET and no content', async () => {
    const head = await owner().client.request('HEAD', `/api/files/${file.id}`);
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, '16']);
  });

  it('200: HTML and SVG are sent as bytes', async () => {
    const files = await someFiles(owner().client, [
      { name: 'a.html', content: '<script>alert(1)</script>' },
      { name: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' },
    ]);
    expect(files.map(({ type }) => type)).toEqual(['text/html', 'image/svg+xml']);
    for (const { id } of files)
      expect((await get(id)).headers['content-type']).toBe('application/octet-stream');
  });

  it('200: an empty file', async () => {
    const empty = await aFile(owner().client, '', 'empty.txt');
    const { status, bytes, headers } = await get(empty.id);
    expect([status, bytes.length, headers['content-length']]).toEqual([200, 0, '0']);
  });

  it('206: a range; 416: no such byte', async () => {
    const part = await get(file.id, { range: 'bytes=5-8' });
    expect([part.status, part.bytes.toString(), part.headers['content-range']]).toEqual([
      206,
      'upon',
      'bytes 5-8/16',
    ]);
    const end = await get(file.id, { range: 'bytes=-4' });
    expect([end.status, end.bytes.toString()]).toEqual([206, 'time']);
    const beyond = await get(file.id, { range: 'bytes=16-' });
    expect([beyond.status, beyond.bytes.length, beyond.headers['content-range']]).toEqual([
      416,
      0,
      'bytes */16',
    ]);
    const changed = await get(file.id, { range: 'bytes=5-8', 'if-range': '"other"' });
    expect([changed.status, changed.bytes.toString()]).toEqual([200, CONTENT]);
  });

  it('304: the client has the file', async () => {
    const { headers } = await get(file.id);
    const same = await get(file.id, { 'if-none-match': headers['etag']! });
    expect([same.status, same.bytes.length, same.headers['etag']]).toEqual([304, 0, headers['etag']]);
    expect((await get(file.id, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(file.id, { 'if-modified-since': headers['last-modified']! })).status).toBe(304);
  });

  it('404: a file without a record, for everyone but its uploader', async () => {
    const member = await board.organization.addMember('member');
    const own = await aFile(member.client);
    expect(await statusFor(member.client, own.id)).toBe(200);
    await expectFileHidden(own.id, owner().client);
    await expectHidden(own.id, (id) =>
      owner().client.mutate('comments.create', { itemId, body: 'x', attachmentIds: [id] }),
    );
    await expectHidden(own.id, (id) =>
      owner().client.mutate('items.setValue', {
        itemId,
        columnId: board.column('Files'),
        value: [id],
      }),
    );
  });

  let itemId: ItemId;
  beforeAll(async () => {
    itemId = await anItem(board);
  });

  it('404: another organization, an unknown id, a malformed id', async () => {
    const stranger = (await anOrganization()).owner;
    await expectFileHidden(file.id, stranger.client);
    expect((await get(newId('file'))).status).toBe(404);
    expect((await get('../../etc/passwd')).status).toBe(404);
    expect((await get('file_1')).status).toBe(404);
  });

  it('a file is visible to everyone who sees a record that refers to it, and to no one else', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const secret = await aBoard({ workspace: closed, columns: [{ name: 'Files', type: 'file' }] });
    const insider = await closed.addMember('member');
    const outsider = await board.organization.addMember('member');
    const own = await aFile(insider.client);
    const secretItem = await anItem(secret);
    const columnId = secret.column('Files');
    await made(insider.client, 'items.setValue', { itemId: secretItem, columnId, value: [own.id] });
    const viewer = await closed.addMember('viewer');
    const people = { insider, viewer, outsider };
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([name, { client }]) => [name, await statusFor(client, own.id)]),
        ),
      ) as Record<string, number>;
    expect(await statuses()).toEqual({ insider: 200, viewer: 200, outsider: 404 });

    // The uploader cannot see the item any more.
    await made(owner().client, 'workspaces.members.remove', {
      workspaceId: closed.id,
      userId: insider.userId,
    });
    expect(await statuses()).toEqual({ insider: 404, viewer: 200, outsider: 404 });

    // A second record, on a board that all of them see.
    await attach(await anItem(board), own.id);
    expect(await statuses()).toEqual({ insider: 200, viewer: 200, outsider: 200 });
  });

  it('404 while the item is in Trash, 200 when it is restored', async () => {
    const member = await board.organization.addMember('member');
    const own = await aFile(member.client);
    const item = await anItem(board);
    await attach(item, own.id, member.client);
    await made(member.client, 'items.delete', { id: item });
    expect(await statusFor(member.client, own.id)).toBe(404);
    await made(member.client, 'items.restore', { id: item });
    expect(await statusFor(member.client, own.id)).toBe(200);
  });

  it('a file that was removed from its last cell belongs to its uploader again', async () => {
    const member = await board.organization.addMember('member');
    const own = await aFile(member.client);
    const item = await anItem(board);
    await attach(item, own.id, member.client);
    expect(await statusFor(owner().client, own.id)).toBe(200);
    await made(owner().client, 'items.setValue', {
      itemId: item,
      columnId: board.column('Files'),
      value: null,
    });
    expect(await statusFor(owner().client, own.id)).toBe(404);
    expect(await statusFor(member.client, own.id)).toBe(200);
  });

  it('guests download files of boards that are shared with them', async () => {
    const guest: TestMember = await board.organization.addMember('guest');
    const own = await aFile(owner().client);
    await attach(await anItem(board), own.id);
    expect(await statusFor(guest.client, own.id)).toBe(404);
    await made(owner().client, 'boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'view',
    });
    expect(await statusFor(guest.client, own.id)).toBe(200);
    const removed = { boardId: board.id, userId: guest.userId };
    await made(owner().client, 'boards.members.remove', removed);
    expect(await statusFor(guest.client, own.id)).toBe(404);
  });

  it('access ends with the next call after a board becomes hidden, and is in Trash with its item', async () => {
    const member = await board.organization.addMember('member');
    const place = await aBoard({
      organization: board.organization,
      columns: [{ name: 'Files', type: 'file' }],
    });
    const own = await aFile(owner().client);
    const values = { [place.column('Files')]: [own.id] };
    await anItem(place, { values });
    expect(await statusFor(member.client, own.id)).toBe(200);
    const { id } = place.workspace;
    await made(owner().client, 'workspaces.update', { id, visibility: 'closed' });
    expect(await statusFor(member.client, own.id)).toBe(404);
    await made(owner().client, 'workspaces.update', { id, visibility: 'open' });
    expect(await statusFor(member.client, own.id)).toBe(200);
    await made(owner().client, 'boards.delete', { id: place.id });
    expect(await statusFor(member.client, own.id)).toBe(404);
  });

  it('files of a member who is deactivated or removed stay in their cells', async () => {
    const member = await board.workspace.addMember('member');
    const own = await aFile(member.client);
    await attach(await anItem(board), own.id, member.client);
    const { userId } = member;
    await made(owner().client, 'organizations.members.deactivate', { userId });
    expect(await statusFor(owner().client, own.id)).toBe(200);
    await made(owner().client, 'organizations.members.remove', {
      userId,
      reassignTo: owner().userId,
    });
    expect(await statusFor(owner().client, own.id)).toBe(200);
    expect(await statusFor(member.client, own.id)).toBe(401);
  });

  it('401, 403: without a credential, without the scope', async () => {
    await expectUnauthorized(board.workspace, (client) => get(file.id, {}, client));
    await expectNeedsScope(board.workspace, 'read', (client) => get(file.id, {}, client));
  });

  it('200: an absolute URL without the host of the organization names it in the query', async () => {
    const { slug } = board.organization;
    const answer = await owner()
      .client.as({ slug: '' })
      .request('GET', `/api/files/${file.id}?organization=${slug}`);
    expect(answer.status).toBe(200);
  });
});
