import type { Readable } from 'node:stream';

/** A file that a backup must have is missing. */
export class BackupFileMissing extends Error {
  constructor(name: string) {
    super(`${name} is missing`);
  }
}

/** Where the files of one backup are stored. Names are relative, with slashes between their parts. */
export abstract class BackupStore {
  /** For messages; never contains a secret. */
  abstract readonly place: string;

  abstract isEmpty(): Promise<boolean>;

  /** The bytes that can still be written; null if that is not known. */
  abstract freeBytes(): Promise<number | null>;

  /** Stores the whole content, or nothing when the stream fails. Rejects a name that exists in a directory. */
  abstract write(name: string, content: Readable): Promise<void>;

  /** Throws BackupFileMissing before the first read. */
  abstract read(name: string): Promise<Readable>;

  /** Does not fail when there is nothing to delete. */
  abstract delete(name: string): Promise<void>;
}
