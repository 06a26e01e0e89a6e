import { type Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { StreamDigest } from '../../../platform/crypto/digest';
import { LogBroken, type VerifiedLog, verifySealedLog } from '../../audit';
import {
  ArchivedFile,
  ArchiveManifest,
  type ArchivePart,
  AUDIT_PART,
  filePart,
  FILES_PART,
  MANIFEST_PART,
  recordsPart,
} from '../archive-manifest';
import { ARCHIVED_TABLES } from '../writing/archived-tables';

/** A manifest of an organization with 100,000 missing files. */
const MANIFEST_MAX_BYTES = 8 * 2 ** 20;
const LINE_MAX_CHARACTERS = 16 * 2 ** 20;

/** The archive is not what an installation wrote; the message names the part. */
export class ArchiveProblem extends Error {}

export interface VerifiedArchive {
  manifest: ArchiveManifest;
  auditLog: VerifiedLog;
}

/** What was read of a part. */
interface ReadPart {
  bytes: number;
  rows: number;
  sha256: string;
}

/**
 * Verifies an archive: that it has exactly the parts of its manifest, each with the recorded content, and that its audit log is
 * intact. Reads only what the manifest announces, so that a hostile archive costs no more than its announced size.
 */
export async function verifyArchive(
  path: string,
  { publicKeys, signal }: { publicKeys?: readonly string[]; signal?: AbortSignal } = {},
): Promise<VerifiedArchive> {
  const zip = await openZip(path);
  try {
    return await new ArchiveVerification(zip, await entriesOf(zip), signal).run(publicKeys);
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    // `strictFileNames` and the validation of names stop names that lead out of a directory.
    return await openPromise(path, { autoClose: false, validateEntrySizes: true, strictFileNames: true });
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === 'string') throw error;
    throw new ArchiveProblem(
      `This is no archive of an organization, or it was cut: ${(error as Error).message}`,
    );
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new ArchiveProblem(`${entry.fileName} is in the archive twice`);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    throw new ArchiveProblem(`The list of parts cannot be read: ${(error as Error).message}`);
  }
  return entries;
}

class ArchiveVerification {
  constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async run(publicKeys: readonly string[] | undefined): Promise<VerifiedArchive> {
    const manifest = await this.manifest();
    const parts = new Map(manifest.parts.map((part) => [part.name as string, part]));
    const expected = [...ARCHIVED_TABLES.map(recordsPart), AUDIT_PART, FILES_PART];
    for (const name of expected)
      if (!parts.has(name)) throw new ArchiveProblem(`The manifest does not list ${name}`);
    if (manifest.parts.length !== expected.length)
      throw new ArchiveProblem('The manifest lists a part twice');
    const auditLog = await this.auditLog(parts.get(AUDIT_PART)!, manifest, publicKeys);
    for (const name of expected.filter((each) => each !== AUDIT_PART && each !== FILES_PART))
      await this.check(parts.get(name)!, (line) => assertRecord(name, line));
    await this.files(parts.get(FILES_PART)!, manifest);
    const [unknown] = this.entries.keys();
    if (unknown !== undefined)
      throw new ArchiveProblem(`${unknown} is in the archive, but not in its manifest`);
    return { manifest, auditLog };
  }

  private async manifest(): Promise<ArchiveManifest> {
    const entry = this.take(MANIFEST_PART);
    if (entry.uncompressedSize > MANIFEST_MAX_BYTES)
      throw new ArchiveProblem(`${MANIFEST_PART} is too large`);
    let text = '';
    for await (const chunk of this.content(entry)) text += chunk.toString('utf8');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new ArchiveProblem(`${MANIFEST_PART} is no JSON`);
    }
    const read = ArchiveManifest.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new ArchiveProblem(`${MANIFEST_PART}: ${issue?.path.join('.')}: ${issue?.message}`);
  }

  private async auditLog(
    part: ArchivePart,
    manifest: ArchiveManifest,
    publicKeys: readonly string[] | undefined,
  ): Promise<VerifiedLog> {
    await this.check(part, () => undefined, { keeps: true });
    try {
      const settings = publicKeys === undefined ? {} : { publicKeys };
      const log = await verifySealedLog(this.lines(this.take(part.name), part), settings);
      if (log.organizationId !== manifest.organization.id)
        throw new ArchiveProblem(`${part.name} is of another organization`);
      return log;
    } catch (error) {
      throw error instanceof LogBroken ? new ArchiveProblem(`${part.name}: ${error.message}`) : error;
    }
  }

  private async files(part: ArchivePart, { files }: ArchiveManifest): Promise<void> {
    const listed: ArchivedFile[] = [];
    await this.check(part, (line) => {
      const file = ArchivedFile.safeParse(jsonOf(line));
      if (!file.success) throw new ArchiveProblem(`${part.name} has a line that describes no file`);
      listed.push(file.data);
    });
    const bytes = listed.reduce((sum, file) => sum + file.bytes, 0);
    if (listed.length !== files.count || bytes !== files.bytes)
      throw new ArchiveProblem(`${part.name} does not have the files that ${MANIFEST_PART} counts`);
    for (const { id, bytes: size, sha256 } of listed) {
      const name = filePart(id);
      const read = await this.read(name, this.take(name), size, null);
      if (read.bytes !== size || read.sha256 !== sha256) throw new ArchiveProblem(`${name} was changed`);
    }
  }

  private async check(
    part: ArchivePart,
    each: (line: string) => void,
    { keeps = false } = {},
  ): Promise<void> {
    const entry = this.take(part.name);
    if (keeps) this.entries.set(part.name, entry);
    const read = await this.read(part.name, entry, part.bytes, each);
    if (read.bytes !== part.bytes || read.sha256 !== part.sha256)
      throw new ArchiveProblem(`${part.name} was changed`);
    if (read.rows !== part.rows)
      throw new ArchiveProblem(`${part.name} has ${read.rows} lines, not ${part.rows}`);
  }

  private async read(
    name: string,
    entry: Entry,
    bytes: number,
    each: ((line: string) => void) | null,
  ): Promise<ReadPart> {
    if (entry.uncompressedSize !== bytes)
      throw new ArchiveProblem(`${name} was changed: it has another size`);
    const digest = new StreamDigest();
    const part = { bytes: 0, rows: 0 };
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        part.bytes += chunk.length;
        yield chunk;
      }
    };
    const content = digest.through(counted(this.content(entry)));
    if (each === null) for await (const _chunk of content);
    else
      for await (const line of linesOf(name, content)) {
        part.rows += 1;
        each(line);
      }
    return { ...part, sha256: digest.hex() };
  }

  private lines(entry: Entry, { name }: ArchivePart): AsyncGenerator<string> {
    return linesOf(name, this.content(entry));
  }

  private async *content(entry: Entry): AsyncGenerator<Buffer> {
    try {
      const stream: Readable = await this.zip.openReadStreamPromise(entry);
      for await (const chunk of stream) {
        this.signal?.throwIfAborted();
        yield chunk as Buffer;
      }
    } catch (error) {
      if (this.signal?.aborted === true) throw error;
      throw new ArchiveProblem(`${entry.fileName} was changed: ${(error as Error).message}`);
    }
  }

  /** Each entry can be taken once; what is left at the end is unknown. */
  private take(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new ArchiveProblem(`${name} is missing in the archive`);
    this.entries.delete(name);
    return entry;
  }
}

function assertRecord(name: string, line: string): void {
  const record = jsonOf(line);
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new ArchiveProblem(`${name} has a line that is no record`);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

async function* linesOf(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > LINE_MAX_CHARACTERS) throw new ArchiveProblem(`${name} has a line that is too long`);
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
