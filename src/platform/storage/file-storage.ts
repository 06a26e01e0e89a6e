import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Random, and the only name of a stored file: the name that the user gave never becomes part of a path. */
  key: string;
  sizeBytes: number;
}

/** The first and the last byte, from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
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

/** Stores the bytes of uploaded files. */
export abstract class FileStorage {
  /**
   * Stores the content of the stream, or nothing when the stream fails or exceeds the limit, under a new key. The caller can
   * create the key (newStorageKey) to know it before the file exists.
   */
  abstract put(content: Readable, asked: { maxBytes: number; key?: string }): Promise<StoredFile>;

  /**
   * Reads the file or a range of it; a range that exceeds the file ends with the file. Throws StoredFileMissing before the
   * first read.
   */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /** Also deletes an incomplete file of a process that died. Does not fail when there is nothing to delete. */
  abstract delete(key: string): Promise<void>;

  /** Throws when files cannot be written at present, also when the disk is full. */
  abstract check(): Promise<void>;
}
