import type { FileId } from '../../kernel/ids';

/** A stored file, as cells, attachments and responses show it (contract §7, files). */
export type FileRecord = {
  id: FileId;
  name: string;
  /** A path, `/api/files/<id>`, until FileUrlsService makes it absolute: hosts can change. */
  url: string;
  /** In bytes. */
  size: number;
  /** A media type. */
  type: string;
};

export interface FileRow {
  id: FileId;
  name: string;
  /** PostgreSQL returns bigint as text. */
  sizeBytes: string;
  type: string;
}

export function fileRecord({ id, name, sizeBytes, type }: FileRow): FileRecord {
  return { id, name, url: filePath(id), size: Number(sizeBytes), type };
}

export function filePath(id: FileId): string {
  return `/api/files/${id}`;
}
