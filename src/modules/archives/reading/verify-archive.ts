import { LogBroken, type VerifiedLog, verifySealedLog } from '../../audit';
import {
  ArchivedFile,
  type ArchiveManifest,
  type ArchivePart,
  AUDIT_PART,
  filePart,
  FILES_PART,
  MANIFEST_PART,
  recordsPart,
} from '../archive-manifest';
import { ARCHIVED_TABLES, type ArchivedTable } from '../writing/archived-tables';
import { ArchiveFile } from './archive-file';
import { ArchiveProblem } from './archive-problem';

export interface VerifiedArchive {
  manifest: ArchiveManifest;
  auditLog: VerifiedLog;
  files: ArchivedFile[];
}

/** A record of a table, as the archive contains it. */
export type ArchivedRecord = Readonly<Record<string, unknown>>;

export interface VerifyArchiveSettings {
  /** Only signatures of these keys are trusted. By default, those of the keys in the archive are. */
  publicKeys?: readonly string[];
  signal?: AbortSignal;
  /** Called before the first record. */
  begin?(manifest: ArchiveManifest): void;
  /** Called for each record; what it throws fails the verification. */
  inspect?(table: ArchivedTable, record: ArchivedRecord, line: string): void;
}

/**
 * Verifies an archive: that it has exactly the parts of its manifest, each with the recorded content, and that its audit log is
 * intact.
 */
export async function verifyArchive(
  path: string,
  settings: VerifyArchiveSettings = {},
): Promise<VerifiedArchive> {
  const archive = await ArchiveFile.open(path, settings.signal);
  try {
    return await verifyOpenArchive(archive, settings);
  } finally {
    archive.close();
  }
}

/** As `verifyArchive`, for an archive that is read again afterwards. */
export async function verifyOpenArchive(
  archive: ArchiveFile,
  { publicKeys, begin, inspect }: VerifyArchiveSettings = {},
): Promise<VerifiedArchive> {
  const manifest = await archive.manifest();
  const parts = new Map(manifest.parts.map((part) => [part.name as string, part]));
  const expected = [...ARCHIVED_TABLES.map(recordsPart), AUDIT_PART, FILES_PART];
  for (const name of expected)
    if (!parts.has(name)) throw new ArchiveProblem(`The manifest does not list ${name}`);
  if (manifest.parts.length !== expected.length) throw new ArchiveProblem('The manifest lists a part twice');
  begin?.(manifest);
  const auditLog = await verifyLog(archive, parts.get(AUDIT_PART)!, manifest, publicKeys);
  for (const table of ARCHIVED_TABLES) {
    const part = parts.get(recordsPart(table))!;
    for await (const line of archive.lines(part)) {
      const record = recordOf(part.name, line);
      inspect?.(table, record, line);
    }
  }
  const files = await verifyFiles(archive, parts.get(FILES_PART)!, manifest);
  const known = new Set([MANIFEST_PART, ...expected, ...files.map(({ id }) => filePart(id))]);
  for (const name of archive.names)
    if (!known.has(name)) throw new ArchiveProblem(`${name} is in the archive, but not in its manifest`);
  return { manifest, auditLog, files };
}

async function verifyLog(
  archive: ArchiveFile,
  part: ArchivePart,
  manifest: ArchiveManifest,
  publicKeys: readonly string[] | undefined,
): Promise<VerifiedLog> {
  // First the digest, so that a change of the file is reported as one.
  for await (const _chunk of archive.content(part));
  try {
    const log = await verifySealedLog(archive.lines(part), publicKeys === undefined ? {} : { publicKeys });
    if (log.organizationId !== manifest.organization.id)
      throw new ArchiveProblem(`${part.name} is of another organization`);
    return log;
  } catch (error) {
    throw error instanceof LogBroken ? new ArchiveProblem(`${part.name}: ${error.message}`) : error;
  }
}

async function verifyFiles(
  archive: ArchiveFile,
  part: ArchivePart,
  { files }: ArchiveManifest,
): Promise<ArchivedFile[]> {
  const listed: ArchivedFile[] = [];
  for await (const line of archive.lines(part)) {
    const file = ArchivedFile.safeParse(jsonOf(line));
    if (!file.success) throw new ArchiveProblem(`${part.name} has a line that describes no file`);
    listed.push(file.data);
  }
  const bytes = listed.reduce((sum, file) => sum + file.bytes, 0);
  if (listed.length !== files.count || bytes !== files.bytes)
    throw new ArchiveProblem(`${part.name} does not have the files that ${MANIFEST_PART} counts`);
  if (new Set(listed.map(({ id }) => id)).size !== listed.length)
    throw new ArchiveProblem(`${part.name} lists a file twice`);
  for (const { id, ...file } of listed)
    for await (const _chunk of archive.content({ name: filePart(id), ...file }));
  return listed;
}

/** An escape that PostgreSQL does not write: it escapes only control characters. The pairs of backslashes before it are text. */
const NEEDLESS_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?!00[01])/i;

function recordOf(name: string, line: string): ArchivedRecord {
  // An import replaces ids of users in the text of a record, and would not find one that is written in another way.
  if (NEEDLESS_ESCAPE.test(line))
    throw new ArchiveProblem(`${name} has a line that no installation has written`);
  const record = jsonOf(line);
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new ArchiveProblem(`${name} has a line that is no record`);
  return record as ArchivedRecord;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
