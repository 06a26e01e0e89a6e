import { Injectable } from '@nestjs/common';
import type { FileId } from '../../../kernel/ids';
import { copyRow } from '../../../platform/database/copy/copy-row';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { sqlState } from '../../../platform/database/database-errors';
import { Partitions } from '../../../platform/database/partitions/partitions';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { ACTIVITY } from '../../activity';
import { type ImportedLog, LogBroken, SealedImportsService } from '../../audit';
import { WebhookSecretsService } from '../../webhooks';
import { type ArchiveManifest, type ArchivePart, AUDIT_PART, recordsPart } from '../archive-manifest';
import type { ArchiveFile } from '../reading/archive-file';
import { ArchiveProblem } from '../reading/archive-problem';
import type { ArchivedTable } from '../writing/archived-tables';
import { ArchiveImportRepository, COPY_RECORDS, COPY_VALUES } from './archive-import.repository';
import { FILLED_COLUMNS, ImportedRows, type ImportedSettings } from './imported-rows';
import type { CopiedFile } from './imported-files.service';
import type { ImportedPeople } from './imported-people';
import { ASSIGNED_ANEW, IMPORTED_TABLES } from './imported-tables';
import type { RecordChecks } from './record-checks';
import { RelationChecksService } from './relations/relation-checks.service';

type Tx = InTransaction<TenantContext>;

/** A verified archive, and what its rows become. */
export interface Load {
  archive: ArchiveFile;
  manifest: ArchiveManifest;
  checks: RecordChecks;
  people: ImportedPeople;
  settings: ImportedSettings;
  copied: ReadonlyMap<FileId, CopiedFile>;
}

export interface Loaded {
  rows: number;
  images: FileId[];
  auditLog: ImportedLog;
}

/** Characters of rows that are sent at a time. */
const COPIED_CHARACTERS = 512 * 1024;

/** Terms whose numbers are read at a time. */
const TERMS_BATCH = 5_000;

/** Copies the records of an archive into the tables, and computes what is derived from them. */
@Injectable()
export class RowLoaderService {
  constructor(
    private readonly repository: ArchiveImportRepository,
    private readonly relations: RelationChecksService,
    private readonly auditLogs: SealedImportsService,
    private readonly partitions: Partitions,
    private readonly box: SecretBox,
    private readonly webhookSecrets: WebhookSecretsService,
  ) {}

  async load(tx: Tx, load: Load): Promise<Loaded> {
    const { archive, manifest, checks } = load;
    const { box, webhookSecrets } = this;
    const rows = new ImportedRows({ ...load, box, webhookSecrets });
    await this.repository.begin(tx);
    rows.head = await this.repository.head(tx);
    await this.partitions.ensure(tx, ACTIVITY, [...checks.activityDays]);
    let count = 0;
    for (const table of IMPORTED_TABLES) {
      const part = partOf(manifest, recordsPart(table));
      if (part.rows === 0) continue;
      try {
        count +=
          table === 'items'
            ? await this.loadItems(tx, load, rows)
            : await this.loadTable(tx, load, rows, table);
      } catch (error) {
        throw problemOf(part.name, error);
      }
      if (table === 'activity_terms') await this.learnTerms(tx, checks, rows, load.people);
    }
    await this.relations.checkAll(tx);
    await this.repository.derive(tx);
    await this.repository.continueSequences(tx, checks.lastEvents);
    const auditLog = await this.loadAuditLog(tx, archive, manifest);
    return { rows: count, images: rows.images as FileId[], auditLog };
  }

  private async loadTable(
    tx: Tx,
    { archive, manifest, checks }: Load,
    rows: ImportedRows,
    table: ArchivedTable,
  ): Promise<number> {
    let count = 0;
    let text = '';
    for await (const line of archive.lines(partOf(manifest, recordsPart(table)))) {
      const row = rows.row(table, line);
      if (row === null) continue;
      count += 1;
      text += copyRow([row]);
      if (text.length < COPIED_CHARACTERS) continue;
      await tx.transaction.copy(COPY_RECORDS, text);
      text = '';
    }
    if (text !== '') await tx.transaction.copy(COPY_RECORDS, text);
    await this.repository.insert(tx, table, columnsOf(checks, table));
    return count;
  }

  private async loadItems(tx: Tx, { archive, manifest, checks }: Load, rows: ImportedRows): Promise<number> {
    let count = 0;
    let records = '';
    let values = '';
    const send = async () => {
      await tx.transaction.copyAll([
        { command: COPY_RECORDS, rows: [Buffer.from(records)] },
        { command: COPY_VALUES, rows: [Buffer.from(values)] },
      ]);
      records = '';
      values = '';
    };
    for await (const line of archive.lines(partOf(manifest, recordsPart('items')))) {
      const { row, entries } = rows.item(line);
      count += 1;
      records += copyRow([row]);
      for (const { itemId, columnId, ordinal, numberKey, textKey, ref } of entries)
        values += copyRow([itemId, columnId, ordinal, numberKey, textKey, ref]);
      if (records.length + values.length >= COPIED_CHARACTERS) await send();
    }
    await send();
    const columns = columnsOf(checks, 'items');
    await this.repository.insertItems(tx, columns);
    await this.relations.checkParents(tx);
    await this.repository.insertSubItems(tx, columns);
    await this.relations.checkUniqueValues(tx);
    await this.repository.insertValues(tx);
    return count;
  }

  /** The numbers that the terms of activity entries have here. */
  private async learnTerms(
    tx: Tx,
    checks: RecordChecks,
    rows: ImportedRows,
    people: ImportedPeople,
  ): Promise<void> {
    const former = new Map([...checks.terms].map(([term, key]) => [people.renamed(term), key]));
    const terms = [...former.keys()];
    for (let start = 0; start < terms.length; start += TERMS_BATCH) {
      const batch = terms.slice(start, start + TERMS_BATCH);
      for (const { term, key } of await this.repository.termKeys(tx, batch))
        rows.termKeys.set(former.get(term)!, key);
    }
  }

  private async loadAuditLog(tx: Tx, archive: ArchiveFile, manifest: ArchiveManifest): Promise<ImportedLog> {
    try {
      return await this.auditLogs.add(tx, archive.lines(partOf(manifest, AUDIT_PART)));
    } catch (error) {
      throw error instanceof LogBroken
        ? new ArchiveProblem(`${AUDIT_PART}: ${error.message}`)
        : problemOf(AUDIT_PART, error);
    }
  }
}

function columnsOf(checks: RecordChecks, table: ArchivedTable): string[] {
  const assigned = ASSIGNED_ANEW[table] ?? [];
  return [
    ...checks.columnsOf(table).filter((column) => !assigned.includes(column)),
    ...(FILLED_COLUMNS[table] ?? []),
  ];
}

function partOf(manifest: ArchiveManifest, name: string): ArchivePart {
  return manifest.parts.find((part) => part.name === name)!;
}

/** Data that the database rejects is a problem of the archive, everything else one of the installation. */
function problemOf(part: string, error: unknown): unknown {
  const isRejected = /^(?:22|23|P0)/.test(sqlState(error) ?? '');
  return isRejected ? new ArchiveProblem(`${part} cannot be imported: ${(error as Error).message}`) : error;
}
