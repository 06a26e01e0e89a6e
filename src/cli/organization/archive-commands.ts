import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { TenantDirectory } from '../../access/ports';
import {
  type ArchiveManifest,
  ArchiveProblem,
  ArchiveWriterService,
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
