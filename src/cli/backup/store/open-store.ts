import { resolve } from 'node:path';
import { readS3Url } from '../../../platform/config/s3/s3-url';
import { BackupProblem } from '../backup-problem';
import type { BackupStore } from './backup-store';
import { BucketStore } from './bucket-store';
import { DirectoryStore } from './directory-store';

/** The store of a directory or of an `s3:` URL, which is written as in STORAGE_URL. */
export function openStore(place: string): BackupStore {
  if (!place.startsWith('s3:')) return new DirectoryStore(resolve(place));
  const location = readS3Url(place);
  if (typeof location === 'string') throw new BackupProblem(`The URL of the backup ${location}`);
  return new BucketStore(location);
}
