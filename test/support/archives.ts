import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { type ArchiveManifest, ArchiveWriterService } from '../../src/modules/archives';
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
