import { z } from 'zod';
import { ARCHIVED_TABLES } from './writing/archived-tables';

/** Changes when an earlier release could not read the archive. */
export const ARCHIVE_FORMAT = 1;

export const MANIFEST_PART = 'manifest.json';
export const AUDIT_PART = 'audit-log.sealed.jsonl';
export const FILES_PART = 'files.jsonl';

export function recordsPart(table: string): string {
  return `records/${table}.jsonl`;
}

export function filePart(id: string): string {
  return `files/${id}`;
}

const Count = z.int().nonnegative();
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const FileId = z.string().regex(/^file_[0-9A-Z]{26}$/);

const Part = z.strictObject({
  name: z.enum([...ARCHIVED_TABLES.map(recordsPart), AUDIT_PART, FILES_PART]),
  /** Lines. */
  rows: Count,
  bytes: Count,
  sha256: Sha256,
});

/** A line of the list of files. */
export const ArchivedFile = z.strictObject({ id: FileId, bytes: Count, sha256: Sha256 });

export const ArchiveManifest = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  /** Of Trestle. */
  version: z.string(),
  createdAt: z.string(),
  organization: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  parts: z.array(Part),
  files: z.strictObject({
    count: Count,
    bytes: Count,
    /** Files whose content the storage did not have. */
    missing: z.array(FileId),
    /** Files whose content is not what was uploaded; the archive contains them as they are. */
    damaged: z.array(FileId),
  }),
  /** Secrets that the archive does not contain, and that must be entered or created again elsewhere. */
  secretsLeftOut: z.array(
    z.strictObject({ table: z.enum(ARCHIVED_TABLES), column: z.string(), count: Count }),
  ),
});

export type ArchiveManifest = z.output<typeof ArchiveManifest>;
export type ArchivePart = z.output<typeof Part>;
export type ArchivedFile = z.output<typeof ArchivedFile>;
