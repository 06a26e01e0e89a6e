import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Random, and all that is ever asked by: a file's own name never touches a path. */
  key: string;
  sizeBytes: number;
}

export class StoredFileMissing extends Error {
  constructor() {
    super('No such stored file');
  }
}

export class StoredFileTooLarge extends Error {
  constructor(readonly maxBytes: number) {
    super(`More than ${maxBytes} bytes`);
  }
}

/** Where the bytes of uploaded files lie. */
export abstract class FileStorage {
  /**
   * Keeps what the stream holds, or nothing of it when the stream fails or is longer than allowed: under a new key, which
   * the caller may have made (newStorageKey) to know it before the file is there.
   */
  abstract put(content: Readable, asked: { maxBytes: number; key?: string }): Promise<StoredFile>;

  /** Throws StoredFileMissing before anything is read. */
  abstract get(key: string): Promise<Readable>;

  /** Also what a process that died has written of the file. No failure when there is nothing to delete. */
  abstract delete(key: string): Promise<void>;

  /** Throws when files could not be written at present. */
  abstract check(): Promise<void>;
}
