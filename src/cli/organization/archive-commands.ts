import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { TenantDirectory } from '../../access/ports';
import { IndexOrganizationJob } from '../../modules/search';
import {
  ArchiveImportService,
  type ArchiveManifest,
  ArchiveProblem,
  ArchiveWriterService,
  type ImportedOrganization,
  type NextStep,
  NextStepsService,
  verifyArchive,
} from '../../modules/archives';
import type { CommandResult, CommandRun } from '../run-command';

/** Writes the archive of an organization, named by its slug or id, into a new file. */
export async function exportOrganization(
  application: INestApplicationContext,
  named: string,
  file: string,
  { progress, signal }: CommandRun,
): Promise<CommandResult> {
  const organizationId = await organizationOf(application, named);
  if (existsSync(file)) throw new ArchiveProblem(`${file} exists; name a new file for each archive`);
  const part = `${file}.part`;
  progress.begin('archive', 0);
  try {
    const manifest = await application
      .get(ArchiveWriterService, { strict: false })
      .write(
        organizationId,
        (content) =>
          pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), { signal }),
        { signal, onProgress: () => undefined },
      );
    await rename(part, file);
    return resultOf(file, 'Exported', manifest);
  } catch (error) {
    // The file of another command is not removed.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true });
    throw error;
  } finally {
    progress.end();
  }
}

/** Verifies an archive, without a database. */
export async function verifyOrganization(
  file: string,
  { publicKey: publicKeys }: { publicKey?: readonly string[] },
  { signal }: CommandRun,
): Promise<CommandResult> {
  try {
    const { manifest } = await verifyArchive(file, {
      signal,
      ...(publicKeys === undefined ? {} : { publicKeys }),
    });
    return resultOf(file, 'Verified', manifest);
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    const problem = error.message;
    return {
      text: `${file} is not intact: ${problem}`,
      json: { file, isIntact: false, problem },
      warnings: [],
      isSuccess: false,
    };
  }
}

export interface ImportOptions {
  slug?: string;
  publicKey?: readonly string[];
  linkExistingAccounts?: boolean;
  dryRun?: boolean;
}

/** Imports an archive into this installation, which must not have the organization. */
export async function importOrganization(
  application: INestApplicationContext,
  file: string,
  { slug, publicKey: publicKeys, linkExistingAccounts = false, dryRun: isDryRun = false }: ImportOptions,
  { progress, signal }: CommandRun,
): Promise<CommandResult> {
  try {
    const settings = { slug, publicKeys, linksAccounts: linkExistingAccounts, isDryRun };
    const onProgress = (step: string) => progress.begin(step, 0);
    const imported = await application
      .get(ArchiveImportService, { strict: false })
      .import(file, settings, { signal, onProgress });
    if (!isDryRun) {
      progress.begin('search index', 0);
      // A service that runs would do the same within a minute, and does when this process dies.
      await application
        .get(IndexOrganizationJob, { strict: false })
        .perform({ organizationId: imported.id }, { id: 'import', attempt: 1, isLastAttempt: true, signal });
    }
    const { stopped, manifest } = imported;
    const nextSteps = application
      .get(NextStepsService, { strict: false })
      .list(stopped, manifest, imported.slug);
    return importResult(file, imported, { nextSteps, isDryRun });
  } finally {
    progress.end();
  }
}

function importResult(
  file: string,
  imported: ImportedOrganization,
  { nextSteps, isDryRun }: { nextSteps: readonly NextStep[]; isDryRun: boolean },
): CommandResult {
  const { id, slug, rows, manifest, createdAccounts, linkedAccounts, plan, archivedPlan, auditLog } =
    imported;
  const { files, secretsLeftOut } = manifest;
  const { sequence, hash } = auditLog;
  return {
    text: [
      `${isDryRun ? 'Could import' : 'Imported'} ${slug} (${id}) from ${file}: ${rows} records and ${files.count} files`,
      `Accounts: ${createdAccounts} new ones without a password, ${linkedAccounts} that existed`,
      `The audit log continues after --expect ${sequence}:${hash}`,
      ...(plan === archivedPlan ? [] : [`The plan is ${plan}, in the archive: ${archivedPlan}`]),
      ...(nextSteps.length === 0 ? [] : ['', 'Next steps:']),
      ...nextSteps.map(({ subject, text }) => `- ${subject}: ${text}`),
    ].join('\n'),
    json: {
      file,
      isDryRun,
      organization: { id, slug },
      rows,
      files: files.count,
      createdAccounts,
      linkedAccounts,
      plan,
      archivedPlan,
      auditLog,
      secretsLeftOut,
      nextSteps,
    },
    warnings: files.missing.map((missing) => `The archive does not have the content of ${missing}`),
    isSuccess: true,
  };
}

async function organizationOf(application: INestApplicationContext, named: string): Promise<OrganizationId> {
  const directory = application.get(TenantDirectory, { strict: false });
  const found = await directory.byReference(named);
  if (found === null) throw new ArchiveProblem(`There is no organization ${named}`);
  return found.organizationId;
}

function resultOf(file: string, verb: string, manifest: ArchiveManifest): CommandResult {
  const { organization, parts, files, createdAt, secretsLeftOut } = manifest;
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return {
    text: [
      `${verb} ${organization.slug} (${organization.id}) as of ${createdAt}: ${rows} records and ${files.count} files in ${file}`,
      ...secretsLeftOut.map(
        ({ table, column, count }) => `Not in the archive: ${count} × ${table}.${column}`,
      ),
    ].join('\n'),
    json: { file, isIntact: true, createdAt, organization, rows, files, secretsLeftOut },
    warnings: [
      ...files.missing.map(
        (id) => `The content of ${id} is missing in the storage, and is not in the archive`,
      ),
      ...files.damaged.map((id) => `The content of ${id} is not what was uploaded`),
    ],
    isSuccess: true,
  };
}
