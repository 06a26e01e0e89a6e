import type { ClientBase } from 'pg';
import { STORED_IMPORTS } from '../../../modules/exchange';
import { STORED_CONTENT } from '../../../modules/files';

/** A stored file that rows refer to. */
export interface FileReference {
  key: string;
  /** As the row records them; null where it does not: of files of imports, and the digest of thumbnails. */
  sizeBytes: number | null;
  sha256: string | null;
}

const REFERENCES = `
  select key, size_bytes as "sizeBytes", sha256 from (${STORED_CONTENT} union all ${STORED_IMPORTS}) as stored`;

const PAGE_ROWS = 5_000;

/** All files that rows of the snapshot refer to; in memory, some 150 bytes each. In a transaction. */
export async function fileReferences(client: ClientBase): Promise<FileReference[]> {
  const references: FileReference[] = [];
  await client.query(`declare file_references no scroll cursor for ${REFERENCES}`);
  for (;;) {
    const { rows } = await client.query<{ key: string; sizeBytes: string | null; sha256: string | null }>(
      `fetch ${PAGE_ROWS} from file_references`,
    );
    for (const { key, sizeBytes, sha256 } of rows)
      references.push({ key, sizeBytes: sizeBytes === null ? null : Number(sizeBytes), sha256 });
    if (rows.length < PAGE_ROWS) break;
  }
  await client.query('close file_references');
  return references;
}

/** Those of the keys that rows refer to now. */
export async function stillReferenced(client: ClientBase, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select key from (${REFERENCES}) as reference where key = any ($1)`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}
