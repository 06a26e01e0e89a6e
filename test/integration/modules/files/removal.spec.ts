import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OrphanedFilesSweep } from '../../../../src/modules/files/removal/orphaned-files.sweep';
import { RemovedContentSweep } from '../../../../src/modules/files/removal/removed-content.sweep';
import { UnreferencedFilesSweep } from '../../../../src/modules/files/removal/unreferenced-files.sweep';
import { OrganizationPurgeJob } from '../../../../src/modules/organizations/deletion/organization-purge.job';
import { FileStorage, StoredFileMissing } from '../../../../src/platform/storage/file-storage';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aFile, type TestFile } from '../../../support/factories/file.factory';
import { anItem } from '../../../support/factories/item.factory';
import { upload } from '../../../support/multipart';
import { made } from '../../../support/factories/workspace.factory';

describe('removal of files that no record refers to', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;
  const sql = () => board.organization.app.sql;
  const run = (sweep: new (...args: never[]) => { run(signal: AbortSignal): Promise<unknown> }) =>
    board.organization.app.nest.get(sweep, { strict: false }).run(new AbortController().signal);
  const sweepAll = async () => {
    for (const sweep of [UnreferencedFilesSweep, OrphanedFilesSweep, RemovedContentSweep]) await run(sweep);
  };
  /** As if the time since the file lost its last record had passed. */
  const age = (file: TestFile, days: number) =>
    sql().query(
      `update files set unreferenced_since = unreferenced_since - make_interval(days => $2) where id = $1`,
      [file.id, days],
    );
  const keyOf = async (file: TestFile): Promise<string | undefined> => {
    const { rows } = await sql().query<{ key: string }>(
      'select storage_key as key from files where id = $1',
      [file.id],
    );
    return rows[0]?.key;
  };
  const contentOf = (key: string) =>
    board.organization.app.nest
      .get(FileStorage, { strict: false })
      .get(key)
      .then(
        (stream) => {
          stream.destroy();
          return 'there';
        },
        () => 'removed',
      );
  const usedBytes = async () => {
    const { rows } = await sql().query<{ bytes: string }>(
      'select size_bytes as bytes from file_usage where organization_id = $1',
      [board.organization.id],
    );
    return Number(rows[0]!.bytes);
  };
  const inCell = async () => {
    const file = await aFile(client());
    const itemId = await anItem(board);
    await made(client(), 'items.setValue', { itemId, columnId: board.column('Files'), value: [file.id] });
    return { file, itemId };
  };

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Files', type: 'file' }] });
  });

  it('removes an upload that was not used for a day, with its content, and frees the quota', async () => {
    const file = await aFile(client(), 'x'.repeat(1000));
    const key = (await keyOf(file))!;
    const before = await usedBytes();
    await sweepAll();
    expect(await keyOf(file)).toBe(key);
    await age(file, 1);
    await sweepAll();
    expect(await keyOf(file)).toBeUndefined();
    expect(await contentOf(key)).toBe('removed');
    expect(await usedBytes()).toBe(before - 1000);
  });

  it('keeps files in cells, comments and Trash, whatever their age', async () => {
    const { file, itemId } = await inCell();
    const attached = await aFile(client());
    await made(client(), 'comments.create', { itemId, body: 'See', attachmentIds: [attached.id] });
    await made(client(), 'items.delete', { id: itemId });
    for (const each of [file, attached])
      await sql().query(`update files set unreferenced_since = now() - interval '9 days' where id = $1`, [
        each.id,
      ]);
    await sweepAll();
    expect([await keyOf(file), await keyOf(attached)]).not.toContain(undefined);
    const { rows } = await sql().query(
      'select from files where id = any ($1) and unreferenced_since is null',
      [[file.id, attached.id]],
    );
    expect(rows).toHaveLength(2);
  });

  it('removes files a day after their item was purged, their cell cleared or their comment deleted', async () => {
    const purged = await inCell();
    await made(client(), 'items.delete', { id: purged.itemId });
    await made(client(), 'trash.purge', { ids: [purged.itemId] });
    const cleared = await inCell();
    await made(client(), 'items.setValue', {
      itemId: cleared.itemId,
      columnId: board.column('Files'),
      value: null,
    });
    const attached = await aFile(client());
    const comment = await made(client(), 'comments.create', {
      itemId: cleared.itemId,
      body: 'See',
      attachmentIds: [attached.id],
    });
    await made(client(), 'comments.delete', { id: comment.id });
    const files = [purged.file, cleared.file, attached];
    await sweepAll();
    for (const file of files) {
      expect(await keyOf(file)).toBeDefined();
      await age(file, 1);
    }
    await sweepAll();
    for (const file of files) expect(await keyOf(file)).toBeUndefined();
  });

  it('removes what a process left that died during an upload', async () => {
    const file = await aFile(client());
    const key = (await keyOf(file))!;
    await sql().query(`update files set stored_at = null, size_bytes = 0 where id = $1`, [file.id]);
    expect((await client().request('GET', `/api/files/${file.id}`)).status).toBe(404);
    await age(file, 1);
    await sweepAll();
    expect([await keyOf(file), await contentOf(key)]).toEqual([undefined, 'removed']);
  });

  it('an upload whose row is removed before its end leaves no content and is not counted', async () => {
    await aFile(client());
    const before = await usedBytes();
    const storage = board.organization.app.nest.get(FileStorage, { strict: false });
    const stored = storage.put.bind(storage);
    const put = vi.spyOn(storage, 'put').mockImplementation(async (content, asked) => {
      await sql().query('delete from files where storage_key = $1', [asked.key]);
      await run(RemovedContentSweep);
      return stored(content, asked);
    });
    const { status } = await upload(client(), [{ name: 'late.txt', content: 'late' }]);
    const { key } = put.mock.calls[0]![1];
    put.mockRestore();
    expect([status, await contentOf(key!), await usedBytes()]).toEqual([404, 'removed', before]);
  });

  it('a download of a file that is deleted meanwhile is NOT_FOUND, and one of lost content an error', async () => {
    const file = await aFile(client());
    const storage = board.organization.app.nest.get(FileStorage, { strict: false });
    const download = () => client().request('GET', `/api/files/${file.id}`);
    const get = vi.spyOn(storage, 'get').mockRejectedValue(new StoredFileMissing());
    expect((await download()).status).toBe(500);
    get.mockImplementation(async () => {
      await sql().query('delete from files where id = $1', [file.id]);
      throw new StoredFileMissing();
    });
    expect((await download()).status).toBe(404);
    get.mockRestore();
  });

  it('the deletion of an organization removes its files with their content', async () => {
    const own = await aBoard({ columns: [{ name: 'Files', type: 'file' }] });
    const { client: owner } = own.organization.owner;
    const files = [await aFile(owner), await aFile(owner), await aFile(owner)];
    const [inItem, attached] = files as [TestFile, TestFile];
    const values = { [own.column('Files')]: [inItem.id] };
    const itemId = await anItem(own, { values });
    await made(owner, 'comments.create', { itemId, body: 'See', attachmentIds: [attached.id, inItem.id] });
    const keys = await Promise.all(files.map(keyOf));
    const { id: organizationId, slug } = own.organization;
    await made(owner, 'organizations.delete', { slug });
    const job = board.organization.app.nest.get(OrganizationPurgeJob, { strict: false });
    const signal = new AbortController().signal;
    await job.perform(
      { organizationId, keepsRow: false },
      { id: '1', attempt: 1, isLastAttempt: false, signal },
    );
    await run(RemovedContentSweep);
    for (const key of keys) expect(await contentOf(key!)).toBe('removed');
    for (const table of ['files', 'file_attachments', 'file_usage']) {
      const { rows } = await sql().query(`select from ${table} where organization_id = $1`, [organizationId]);
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('a file that a record claims again is kept', async () => {
    const { file, itemId } = await inCell();
    const columnId = board.column('Files');
    await made(client(), 'items.setValue', { itemId, columnId, value: null });
    await sweepAll();
    await age(file, 1);
    await made(client(), 'items.setValue', { itemId, columnId, value: [file.id] });
    await sweepAll();
    expect(await keyOf(file)).toBeDefined();
  });
});
