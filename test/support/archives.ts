import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { type ArchiveManifest, ArchiveWriterService } from '../../src/modules/archives';
import { sha256Text } from '../../src/platform/crypto/digest';
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
