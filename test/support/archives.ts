import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { type ArchiveManifest, ArchiveWriterService } from '../../src/modules/archives';
import { sha256Text, StreamDigest } from '../../src/platform/crypto/digest';
import type { TestOrganization } from './factories/organization.factory';

/** The parts of an archive, by name. */
export type Parts = Map<string, Buffer>;

/** Writes the archive of an organization into a file. */
export function archived({ app, id }: TestOrganization, file: string): Promise<ArchiveManifest> {
  return app.nest
    .get(ArchiveWriterService, { strict: false })
    .write(id, (content) => pipeline(content, createWriteStream(file)), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
}

export async function partsOf(file: string | Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(typeof file === 'string' ? readFileSync(file) : file);
  const parts: Parts = new Map();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}

/** Writes parts as an archive; a name can occur twice. */
export async function pack(file: string, parts: Iterable<readonly [string, Buffer]>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of parts) zip.addBuffer(content, name);
  zip.end();
  writeFileSync(file, await buffer(zip.outputStream as Readable));
}

export function recordsIn(parts: Parts, table: string): Record<string, unknown>[] {
  return parts
    .get(`records/${table}.jsonl`)!
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The content of an archive that a test changes. */
export interface EditedArchive {
  parts: Parts;
  manifest: ArchiveManifest;
}

/** Writes a changed archive, whose manifest agrees with the change. */
export async function repack(
  file: string,
  { parts, manifest }: EditedArchive,
  edit: (edited: EditedArchive) => void,
): Promise<string> {
  const edited = { parts: new Map(parts), manifest: structuredClone(manifest) };
  edit(edited);
  for (const part of edited.manifest.parts) {
    const content = edited.parts.get(part.name)!;
    const rows = content.toString('utf8').split('\n').length - 1;
    Object.assign(part, { rows, bytes: content.length, sha256: sha256Text(content, 'hex') });
  }
  edited.parts.set('manifest.json', Buffer.from(JSON.stringify(edited.manifest)));
  await pack(file, edited.parts);
  return file;
}

/** Changes the records of a table. */
export function editRecords(
  parts: Parts,
  table: string,
  edit: (records: Record<string, unknown>[]) => void,
): void {
  const records = recordsIn(parts, table);
  edit(records);
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  parts.set(`records/${table}.jsonl`, Buffer.from(lines.join('')));
}

/** Writes an archive with copies of one of its items, without their files and dependencies, so many that no process should collect them. */
export async function withCopies(
  file: string,
  { parts, manifest }: EditedArchive,
  item: Record<string, unknown>,
  copies: number,
): Promise<string> {
  const name = 'records/items.jsonl';
  async function* content(): AsyncGenerator<Buffer> {
    yield parts.get(name)!;
    for (let at = 0; at < copies; at += 1) {
      const id = `itm_${String(at).padStart(26, '0')}`;
      yield Buffer.from(`${JSON.stringify({ ...item, id, name: `Copy ${at}` })}\n`);
    }
  }
  const digest = new StreamDigest();
  let bytes = 0;
  for await (const chunk of digest.through(content())) bytes += chunk.length;
  const grown = structuredClone(manifest);
  const part = grown.parts.find((each) => each.name === name)!;
  Object.assign(part, { rows: part.rows + copies, bytes, sha256: digest.hex() });
  const zip = new ZipFile();
  for (const [each, buffered] of parts)
    if (each !== name && each !== 'manifest.json') zip.addBuffer(buffered, each);
  zip.addBuffer(Buffer.from(JSON.stringify(grown)), 'manifest.json');
  zip.addReadStreamLazy(name, (give) => give(null, Readable.from(content())));
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(file));
  return file;
}
