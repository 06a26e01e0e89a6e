import { Injectable } from '@nestjs/common';
import { operatorActor, type OperatorContext, operatorContext } from '../../../access/audit/operator';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { CellDirectory } from '../../../access/cells/cell-directory';
import type { FileId, OrganizationId } from '../../../kernel/ids';
import { LimitsConfig } from '../../../platform/config/limits.config';
import { packageVersion } from '../../../platform/config/version';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { InTransaction } from '../../../platform/database/transaction';
import { memberTopic, organizationTopic } from '../../hierarchy';
import { slugProblem } from '../../organizations';
import type { ArchiveManifest } from '../archive-manifest';
import { ArchiveFile } from '../reading/archive-file';
import { ArchiveProblem } from '../reading/archive-problem';
import { verifyOpenArchive } from '../reading/verify-archive';
import { ArchiveImportRepository } from './archive-import.repository';
import { type CopiedFile, ImportedFilesService } from './imported-files.service';
import { ImportedPeople } from './imported-people';
import type { StoppedRecords } from './next-steps/stopped-records';
import { RecordChecks } from './record-checks';
import { RowLoaderService } from './row-loader.service';

export interface ImportSettings {
  /** Instead of the slug in the archive. */
  slug: string | undefined;
  linksAccounts: boolean;
  /** Nothing remains, and no file is copied. */
  isDryRun: boolean;
  /** Only signatures of these keys are trusted for the audit log. */
  publicKeys: readonly string[] | undefined;
}

export interface ImportRun {
  signal: AbortSignal;
  /** Begins a step; null: its size is not known. */
  onProgress(step: string): void;
}

/** An organization that was imported. */
export interface ImportedOrganization {
  id: OrganizationId;
  slug: string;
  plan: string;
  archivedPlan: string;
  manifest: ArchiveManifest;
  rows: number;
  createdAccounts: number;
  linkedAccounts: number;
  /** The last place of the imported audit log, with which `trestle audit verify --expect` finds it in later exports. */
  auditLog: { sequence: number; hash: string };
  stopped: StoppedRecords;
}

interface Checked {
  archive: ArchiveFile;
  manifest: ArchiveManifest;
  checks: RecordChecks;
  people: ImportedPeople;
  organizationId: OrganizationId;
  slug: string;
}

/**
 * Imports the archive of an organization into an installation that does not have the organization. The archive is verified before
 * the first write. Its contents are copied to the storage, then all records are written in one transaction: until it commits,
 * nothing is visible, and what a process that died has copied is removed.
 */
@Injectable()
export class ArchiveImportService {
  constructor(
    private readonly rows: ArchiveImportRepository,
    private readonly loader: RowLoaderService,
    private readonly files: ImportedFilesService,
    private readonly transactions: TransactionRunner,
    private readonly trail: AuditTrail,
    private readonly limits: LimitsConfig,
    private readonly cells: CellDirectory,
  ) {}

  async import(path: string, settings: ImportSettings, run: ImportRun): Promise<ImportedOrganization> {
    const archive = await ArchiveFile.open(path, run.signal);
    try {
      run.onProgress('verify');
      const checked = await this.check(archive, settings);
      run.onProgress('files');
      const copied = settings.isDryRun
        ? new Map<FileId, CopiedFile>()
        : await this.files.copy(archive, checked.manifest);
      try {
        run.onProgress('records');
        return await this.write(checked, copied, settings);
      } catch (error) {
        await this.files.abandon(copied);
        throw error;
      }
    } finally {
      archive.close();
    }
  }

  private async check(archive: ArchiveFile, settings: ImportSettings): Promise<Checked> {
    const checks = new RecordChecks(await this.rows.catalog());
    const { publicKeys } = settings;
    const { manifest } = await verifyOpenArchive(archive, {
      ...(publicKeys === undefined ? {} : { publicKeys }),
      begin: (read) => {
        assertNotNewer(read);
        checks.begin(read);
      },
      inspect: (table, record, line) => checks.inspect(table, record, line),
    });
    checks.complete();
    const organizationId = manifest.organization.id as OrganizationId;
    const slug = settings.slug ?? manifest.organization.slug;
    await this.assertFree(organizationId, slug);
    const users = [...checks.users.values()];
    const accounts = await this.rows.accounts(
      [...checks.mentionedUsers],
      users.map(({ emailKey }) => emailKey),
    );
    const people = new ImportedPeople(users, accounts, {
      linksAccounts: settings.linksAccounts,
      mentioned: checks.mentionedUsers,
      former: checks.places.formerMembers,
    });
    return { archive, manifest, checks, people, organizationId, slug };
  }

  private async assertFree(id: OrganizationId, slug: string): Promise<void> {
    const problem = slugProblem(slug);
    if (problem !== null) throw new ArchiveProblem(`The slug ${slug} cannot be used: ${problem}`);
    const { isIdTaken, isSlugTaken } = await this.rows.taken(id, slug);
    if (isIdTaken)
      throw new ArchiveProblem(
        `The organization ${id} exists here, perhaps deleted: its records have the ids of the archive. An import needs another installation, or the end of its deletion`,
      );
    if (isSlugTaken || this.cells.isTaken(slug))
      throw new ArchiveProblem(`The slug ${slug} is taken; choose another one with --slug`);
  }

  private write(
    { archive, manifest, checks, people, organizationId, slug }: Checked,
    copied: ReadonlyMap<FileId, CopiedFile>,
    { isDryRun }: ImportSettings,
  ): Promise<ImportedOrganization> {
    const plan = this.limits.defaultPlan;
    const context = { ...operatorContext(), organizationId };
    const work = async (tx: InTransaction<typeof context>): Promise<ImportedOrganization> => {
      const loaded = await this.loader.load(tx, {
        archive,
        manifest,
        checks,
        people,
        settings: { organizationId, slug, plan },
        copied,
      });
      await this.files.claim(tx, copied, loaded.images);
      await this.record(tx, manifest, loaded.auditLog);
      for (const { id } of people.linked) tx.transaction.invalidate(memberTopic(id));
      tx.transaction.invalidate(organizationTopic(organizationId));
      return {
        id: organizationId,
        slug,
        plan,
        archivedPlan: checks.plan,
        manifest,
        rows: loaded.rows,
        createdAccounts: checks.users.size - people.linked.length,
        linkedAccounts: people.linked.length,
        auditLog: loaded.auditLog,
        stopped: checks.stopped,
      };
    };
    return isDryRun ? this.transactions.rehearse(context, work) : this.transactions.run(context, work);
  }

  private async record(
    tx: OperatorContext & { organizationId: OrganizationId },
    { createdAt, version }: ArchiveManifest,
    { sequence, hash }: ImportedOrganization['auditLog'],
  ): Promise<void> {
    await this.trail.record(tx, operatorActor(null), {
      action: 'organizations.import',
      outcome: 'success',
      target: tx.organizationId,
      details: { archive: { createdAt, version }, auditLog: { sequence, hash } },
    });
  }
}

/** Its records can have a meaning that this release does not know. */
function assertNotNewer({ version }: ArchiveManifest): void {
  const numbers = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number);
  const [theirs, ours] = [numbers(version), numbers(packageVersion())];
  for (const [at, number] of theirs.entries()) {
    if (number === ours[at]) continue;
    if (!(number < ours[at]!))
      throw new ArchiveProblem(`The archive was written by Trestle ${version}; this is ${packageVersion()}`);
    return;
  }
}
