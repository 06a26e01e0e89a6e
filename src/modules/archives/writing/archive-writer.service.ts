import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId } from '../../../kernel/ids';
import { packageVersion } from '../../../platform/config/version';
import { ReadSnapshot, type SnapshotReader } from '../../../platform/database/snapshot/read-snapshot';
import { FileStorage, StoredFileMissing } from '../../../platform/storage/file-storage';
import { SealedExportsService } from '../../audit';
import {
  ARCHIVE_FORMAT,
  type ArchivedFile,
  type ArchiveManifest,
  type ArchivePart,
  AUDIT_PART,
  filePart,
  FILES_PART,
  MANIFEST_PART,
  recordsPart,
} from '../archive-manifest';
import { ARCHIVED_TABLES, type ArchivedTable, recordsOf, secretsOf } from './archived-tables';
import { ZipParts } from './zip-parts';

/** A file as a row of the snapshot describes it. */
interface StoredContent {
  id: string;
  key: string;
  sha256: string;
}

export interface ArchiveRun {
  signal: AbortSignal;
  /** Called after each table and each file. */
  onProgress(done: number, total: number): void;
}

interface Written {
  parts: ArchivePart[];
  secretsLeftOut: ArchiveManifest['secretsLeftOut'];
  organization: ArchiveManifest['organization'];
  files: StoredContent[];
}

/** The organization does not exist, or is deleted. */
export class NothingToArchive extends Error {}

const CATALOG = `
  select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
  from information_schema.columns where table_schema = current_schema() group by table_name`;

/**
 * Writes an organization as a zip archive: the records of one point in time, then the files of these records. The memory does not
 * depend on the size, except some 150 bytes for each file.
 */
@Injectable()
export class ArchiveWriterService {
  constructor(
    private readonly snapshot: ReadSnapshot,
    private readonly storage: FileStorage,
    private readonly auditLog: SealedExportsService,
  ) {}

  /** `receive` reads the archive to its end. */
  async write(
    organizationId: OrganizationId,
    receive: (content: Readable) => Promise<unknown>,
    run: ArchiveRun,
  ): Promise<ArchiveManifest> {
    const zip = new ZipParts();
    const received = receive(zip.output);
    // Its failure is reported once: by the last line, or by the part that is being written.
    received.catch(() => undefined);
    try {
      const manifest = await this.writeParts(organizationId, zip, run);
      await received;
      return manifest;
    } catch (error) {
      zip.fail(error as Error);
      await received;
      throw error;
    }
  }

  private async writeParts(
    organizationId: OrganizationId,
    zip: ZipParts,
    run: ArchiveRun,
  ): Promise<ArchiveManifest> {
    const createdAt = clock.now().toISOString();
    const written = await this.snapshot.read((reader) => this.writeRecords(reader, organizationId, zip, run));
    const { organization, parts, secretsLeftOut } = written;
    const context = { organizationId, transaction: null };
    parts.push(await addLines(zip, AUDIT_PART, this.auditLog.lines(context)));
    const { files, ...others } = await this.writeFiles(written.files, zip, run);
    parts.push(await addLines(zip, FILES_PART, linesOf(files)));
    const manifest: ArchiveManifest = {
      format: ARCHIVE_FORMAT,
      version: packageVersion(),
      createdAt,
      organization,
      parts,
      files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), ...others },
      secretsLeftOut,
    };
    await zip.add(MANIFEST_PART, textOf(`${JSON.stringify(manifest, null, 2)}\n`));
    zip.end();
    return manifest;
  }

  private async writeRecords(
    reader: SnapshotReader,
    organizationId: OrganizationId,
    zip: ZipParts,
    run: ArchiveRun,
  ): Promise<Written> {
    const literal = reader.literal(organizationId);
    const [organization] = await reader.query<ArchiveManifest['organization']>(
      `select id, slug, name from organizations where id = ${literal} and deleted_at is null`,
    );
    if (organization === undefined) throw new NothingToArchive();
    const catalog = new Map(
      (await reader.query<{ table: string; columns: string[] }>(CATALOG)).map(({ table, columns }) => [
        table,
        columns,
      ]),
    );
    const files = await reader.query<StoredContent>(
      `select id, storage_key as key, sha256 from files where organization_id = ${literal} and stored_at is not null order by id`,
    );
    const total = ARCHIVED_TABLES.length + files.length;
    const written: Written = { parts: [], secretsLeftOut: [], organization, files };
    for (const [at, table] of ARCHIVED_TABLES.entries()) {
      run.signal.throwIfAborted();
      const columns = catalog.get(table) ?? [];
      const rows = reader.batches(recordsOf(table, columns, literal));
      written.parts.push(await addLines(zip, recordsPart(table), joined(rows)));
      written.secretsLeftOut.push(...(await secretCounts(reader, table, secretsOf(table, columns, literal))));
      run.onProgress(at + 1, total);
    }
    return written;
  }

  private async writeFiles(
    stored: readonly StoredContent[],
    zip: ZipParts,
    run: ArchiveRun,
  ): Promise<{ files: ArchivedFile[]; missing: string[]; damaged: string[] }> {
    const files: ArchivedFile[] = [];
    const missing: string[] = [];
    const damaged: string[] = [];
    for (const { id, key, sha256 } of stored) {
      run.signal.throwIfAborted();
      const content = await this.open(key);
      if (content === null) missing.push(id);
      else {
        const part = await zip.add(filePart(id), content, { isCompressed: true });
        if (part.sha256 !== sha256) damaged.push(id);
        files.push({ id, ...part });
      }
      run.onProgress(
        ARCHIVED_TABLES.length + files.length + missing.length,
        ARCHIVED_TABLES.length + stored.length,
      );
    }
    return { files, missing, damaged };
  }

  /** Null for a file that was deleted since the snapshot, or lost. */
  private async open(key: string): Promise<Readable | null> {
    try {
      return await this.storage.get(key);
    } catch (error) {
      if (error instanceof StoredFileMissing) return null;
      throw error;
    }
  }
}

async function secretCounts(
  reader: SnapshotReader,
  table: ArchivedTable,
  query: string | null,
): Promise<ArchiveManifest['secretsLeftOut']> {
  if (query === null) return [];
  const [counts] = await reader.query<Record<string, number>>(query);
  return Object.entries(counts!)
    .filter(([, count]) => count > 0)
    .map(([column, count]) => ({ table, column, count }));
}

async function addLines(zip: ZipParts, name: string, texts: AsyncIterable<string>): Promise<ArchivePart> {
  let rows = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const text of texts) {
      rows += text.split('\n').length - 1;
      yield text;
    }
  }
  const written = await zip.add(name, counted());
  return { name, rows, ...written } as ArchivePart;
}

async function* joined(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield `${rows.join('\n')}\n`;
}

async function* linesOf(records: readonly object[]): AsyncGenerator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}
