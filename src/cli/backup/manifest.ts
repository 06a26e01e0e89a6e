import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BackupProblem, DamagedBackup } from './backup-problem';
import { BackupFileMissing, type BackupStore } from './store/backup-store';

const NAME = 'manifest.json';
/** Changes when an earlier release could not restore the backup. */
export const FORMAT = 1;

/** Names become parts of SQL and of paths: only those that a migration could have written are accepted. */
const Identifier = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/);
/** A day or a time in UTC, as the bound of a partition. */
const Bound = z.string().regex(/^\d{4,}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d+)?\+00)?$/);
const Count = z.number().int().nonnegative();
const File = z.object({ bytes: Count, sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const StorageKey = z.string().regex(/^[0-9a-f]{40}$/);

const Manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  /** Of Trestle and of the server. */
  versions: z.object({ trestle: z.string(), postgresql: z.string() }),
  extensions: z.array(z.object({ name: z.string(), version: z.string() })),
  /** Names, in the order in which they are applied. */
  migrations: z.array(z.string()).min(1),
  /** Ids of the keys that the application secrets of the installation lead to; the secrets cannot be computed from them. */
  secrets: z.object({ current: z.string(), previous: z.string().nullable() }),
  partitions: z.array(z.object({ name: Identifier, parent: Identifier, from: Bound, to: Bound })),
  sequences: z.array(z.object({ name: Identifier, lastValue: z.string().regex(/^-?\d+$/) })),
  /** `bytes` are those of the compressed file, `textBytes` those of its content. */
  tables: z.array(
    File.extend({ name: Identifier, columns: z.array(Identifier), rows: Count, textBytes: Count }),
  ),
  jobs: File.extend({ rows: Count, textBytes: Count }),
  files: z.object({
    list: File,
    count: Count,
    bytes: Count,
    /** Files that rows refer to and that the storage did not have. */
    missing: z.array(z.object({ key: StorageKey, isDeleted: z.boolean() })),
    /** Files whose content is not what their rows say; the backup contains them as they are. */
    damaged: z.array(StorageKey),
  }),
});

export type Manifest = z.infer<typeof Manifest>;
export type BackedUpTable = Manifest['tables'][number];

/** Completes a backup: without it, the other files are not one. */
export async function writeManifest(store: BackupStore, manifest: Manifest): Promise<void> {
  await store.write(NAME, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
}

/** Throws BackupProblem when there is no complete backup that this release can read. */
export async function readManifest(store: BackupStore): Promise<Manifest> {
  const written = await textOf(store);
  if (written === null) {
    throw new BackupProblem(
      (await store.isEmpty())
        ? `${store.place} contains no backup`
        : `${store.place} contains no ${NAME}: it is no backup, or one that was interrupted`,
    );
  }
  const value = parse(written);
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupProblem(
      `${store.place} was written by a newer release of Trestle, in the format ${format}`,
    );
  const read = Manifest.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new DamagedBackup(
    `${store.place}: ${NAME} is damaged (${issue?.path.join('.') || 'text'}: ${issue?.message})`,
  );
}

async function textOf(store: BackupStore): Promise<string | null> {
  try {
    return await text(await store.read(NAME));
  } catch (error) {
    if (error instanceof BackupFileMissing) return null;
    throw error;
  }
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}
