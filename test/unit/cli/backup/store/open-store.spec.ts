import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BucketStore } from '../../../../../src/cli/backup/store/bucket-store';
import { DirectoryStore } from '../../../../../src/cli/backup/store/directory-store';
import { openStore } from '../../../../../src/cli/backup/store/open-store';

describe('the place of a backup', () => {
  it('is a directory, below the working directory unless it is absolute', () => {
    expect(openStore('/backups/monday')).toEqual(new DirectoryStore('/backups/monday'));
    expect(openStore('monday').place).toBe(resolve('monday'));
  });

  it('is a bucket, and is shown without its credentials', () => {
    const store = openStore('s3://key:secret@minio:9000/backups/monday?tls=off');
    expect(store).toBeInstanceOf(BucketStore);
    expect(store.place).toBe('s3://backups/monday/');
  });

  it.each(['s3://bucket', 's3:', 's3://key@host:1/bucket', 's3://key:secret@host:1/'])('is not %s', (url) => {
    expect(() => openStore(url)).toThrow(/^The URL of the backup must /);
  });
});
