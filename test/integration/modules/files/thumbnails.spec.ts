import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrphanedFilesSweep } from '../../../../src/modules/files/removal/orphaned-files.sweep';
import { RemovedContentSweep } from '../../../../src/modules/files/removal/removed-content.sweep';
import { MakeThumbnailJob } from '../../../../src/modules/files/thumbnails/make-thumbnail.job';
import { ThumbnailsRepository } from '../../../../src/modules/files/thumbnails/thumbnails.repository';
import { ImageReducer } from '../../../../src/platform/images/image-reducer';
import { FileStorage } from '../../../../src/platform/storage/file-storage';
import { aFile, type TestFile } from '../../../support/factories/file.factory';
import { anImage } from '../../../support/factories/image.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';

describe('thumbnails', () => {
  let organization: TestOrganization;
  let image: TestFile;
  const sql = () => organization.app.sql;
  const get = <T>(type: abstract new (...args: never[]) => T): T =>
    organization.app.nest.get(type, { strict: false });
  const perform = (file = image) =>
    get(MakeThumbnailJob).perform(
      { organizationId: organization.id, fileId: file.id },
      { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    );
  const thumbnailOf = async (file = image): Promise<string | null | undefined> => {
    const { rows } = await sql().query<{ key: string | null }>(
      'select thumbnail_key as key from files where id = $1',
      [file.id],
    );
    return rows[0]?.key;
  };
  /** As if the image had just been uploaded. */
  const withoutThumbnail = () =>
    sql().query(
      'update files set thumbnail_key = null, thumbnail_bytes = null, width = null, height = null where id = $1',
      [image.id],
    );
  const sweepAfter = async (hours: number) => {
    await sql().query('update file_removals set due_at = due_at - make_interval(hours => $1)', [hours]);
    await get(RemovedContentSweep).run(new AbortController().signal);
  };
  const isStored = (key: string): Promise<boolean> =>
    get(FileStorage)
      .get(key)
      .then(
        (content) => {
          content.destroy();
          return true;
        },
        () => false,
      );
  /** The keys under which content was written since. */
  const written = () => {
    const put = vi.spyOn(get(FileStorage), 'put');
    return () => put.mock.calls.map(([, { key }]) => key!);
  };

  beforeEach(async () => {
    organization = await anOrganization();
    image = await anImage(organization);
  });
  afterEach(() => vi.restoreAllMocks());

  it('are made after the upload, once, with the size of the image', async () => {
    const { rows } = await sql().query(
      'select width, height, thumbnail_bytes > 0 as "hasBytes" from files where id = $1',
      [image.id],
    );
    expect(rows).toEqual([{ width: 2000, height: 1000, hasBytes: true }]);
    const key = (await thumbnailOf())!;
    expect((await sql().query('select from file_removals where storage_key = $1', [key])).rows).toEqual([]);
    const keys = written();
    await perform();
    expect([await thumbnailOf(), keys()]).toEqual([key, []]);
    await sweepAfter(2);
    expect(await isStored(key)).toBe(true);
  });

  it('are removed with their files', async () => {
    const key = (await thumbnailOf())!;
    await sql().query(`update files set unreferenced_since = now() - interval '2 days' where id = $1`, [
      image.id,
    ]);
    await get(OrphanedFilesSweep).run(new AbortController().signal);
    await sweepAfter(0);
    expect([await thumbnailOf(), await isStored(key)]).toEqual([undefined, false]);
  });

  it('leave nothing when the file is deleted meanwhile', async () => {
    await withoutThumbnail();
    const { put } = get(FileStorage);
    const keys = written();
    vi.spyOn(get(FileStorage), 'put').mockImplementation(async (content, asked) => {
      await sql().query('delete from files where id = $1', [image.id]);
      return put.call(get(FileStorage), content, asked);
    });
    await perform();
    const [key] = keys();
    expect(await isStored(key!)).toBe(true);
    await sweepAfter(1);
    expect(await isStored(key!)).toBe(false);
  });

  it('leave nothing when the process dies after it has written the content', async () => {
    await withoutThumbnail();
    const keys = written();
    vi.spyOn(get(ThumbnailsRepository), 'complete').mockRejectedValueOnce(new Error('died'));
    await expect(perform()).rejects.toThrow('died');
    await perform();
    const [abandoned, used] = keys();
    expect([await thumbnailOf(), await isStored(abandoned!)]).toEqual([used, true]);
    await sweepAfter(1);
    expect([await isStored(abandoned!), await isStored(used!)]).toEqual([false, true]);
  });

  it('are made once by jobs that run at the same time', async () => {
    await withoutThumbnail();
    const keys = written();
    await Promise.all([perform(), perform()]);
    const used = (await thumbnailOf())!;
    await sweepAfter(1);
    expect(keys()).toHaveLength(2);
    for (const key of keys()) expect(await isStored(key)).toBe(key === used);
  });

  it('are not made when their content was removed because the job took hours', async () => {
    await withoutThumbnail();
    const complete = ThumbnailsRepository.prototype.complete;
    vi.spyOn(get(ThumbnailsRepository), 'complete').mockImplementation(async function (
      this: never,
      ...given
    ) {
      await sweepAfter(1);
      await complete.apply(get(ThumbnailsRepository), given);
    });
    await perform();
    expect(await thumbnailOf()).toBeNull();
  });

  it('are tried again when the storage fails, and not for an image whose content is missing', async () => {
    await withoutThumbnail();
    vi.spyOn(get(FileStorage), 'get').mockRejectedValueOnce(new Error('unreachable'));
    await expect(perform()).rejects.toThrow('unreachable');
    const { rows } = await sql().query<{ key: string }>(
      'select storage_key as key from files where id = $1',
      [image.id],
    );
    await get(FileStorage).delete(rows[0]!.key);
    await perform();
    expect(await thumbnailOf()).toBeNull();
  });

  it('are not made of files that are no images', async () => {
    const reduce = vi.spyOn(get(ImageReducer), 'reduce');
    const text = await aFile(organization.owner.client);
    const { rows } = await sql().query(
      `select from graphile_worker._private_jobs where payload ->> 'fileId' = $1`,
      [text.id],
    );
    expect([rows, reduce.mock.calls]).toEqual([[], []]);
  });
});
