import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { FileId, OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { isKeyOf } from '../../../platform/database/is-key-of';
import { statement } from '../../../platform/database/statement';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { FileRemovalEntity } from './file-removal.entity';

export const BATCH = 1_000;
/** Content is removed one object at a time. */
const REMOVED_BATCH = 100;

// `exists` would be planned as a scan that ends early, which for a file without references reads the whole table if most
// cells contain the same file. The first column is read from an index.
const REFERENCED = `
  (select min(column_key) from item_values
   where ${isKeyOf('column_key', 'file.organization_id')} and ref = file.id) is not null
  or exists (select from file_attachments attachment
   where attachment.organization_id = file.organization_id and attachment.file_id = file.id)`;

export const NEXT = statement(
  'file-removals.next-files',
  `select organization_id as "organizationId", id from files
   where (organization_id, id) > ($1, $2) order by organization_id, id limit ${BATCH}`,
);

export const MARK = statement(
  'file-removals.mark-unreferenced',
  `update files file set unreferenced_since = $5
   where (organization_id, id) > ($1, $2) and (organization_id, id) <= ($3, $4)
     and unreferenced_since is null and not (${REFERENCED})`,
);

export const LOCK_ORPHANS = statement(
  'file-removals.lock-orphans',
  `select organization_id as "organizationId", id from files where unreferenced_since < $1
   order by unreferenced_since limit ${BATCH} for update skip locked`,
);

// After the lock, in a later snapshot: a record that refers to the file is either seen here, or finds no file.
export const KEEP_REFERENCED = statement(
  'file-removals.keep-referenced',
  `update files file set unreferenced_since = null
   from unnest($1::text[], $2::text[]) as orphan (organization_id, id)
   where file.organization_id = orphan.organization_id and file.id = orphan.id and (${REFERENCED})`,
);

export const DELETE_ORPHANS = statement(
  'file-removals.delete-orphans',
  `delete from files using unnest($1::text[], $2::text[]) as orphan (organization_id, id)
   where files.organization_id = orphan.organization_id and files.id = orphan.id
     and files.unreferenced_since is not null`,
);

export const REMOVED = statement(
  'file-removals.removed-content',
  `select storage_key as key from file_removals where due_at <= $1 order by due_at limit ${REMOVED_BATCH}`,
);

export interface FileKey {
  organizationId: OrganizationId;
  id: FileId;
}

/** The position before the first file. */
export const FIRST_FILE: FileKey = { organizationId: '' as OrganizationId, id: '' as FileId };

/** Files of any organization that no record refers to. */
@Injectable()
export class FileRemovalsRepository {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Marks those of the next files that no record refers to; returns the last file, or null after all of them. */
  async markNext(after: FileKey, at: Date): Promise<FileKey | null> {
    const from = [after.organizationId, after.id];
    const last = (await this.database.query<FileKey>(NO_TRANSACTION, NEXT, from)).at(-1);
    if (last === undefined) return null;
    await this.database.query(NO_TRANSACTION, MARK, [...from, last.organizationId, last.id, at]);
    return last;
  }

  /** Deletes files that no record has referred to since then; returns how many were looked at. */
  deleteOrphans(before: Date): Promise<number> {
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const orphans = await this.database.query<FileKey>(tx, LOCK_ORPHANS, [before]);
      const keys = [orphans.map(({ organizationId }) => organizationId), orphans.map(({ id }) => id)];
      await this.database.query(tx, KEEP_REFERENCED, keys);
      await this.database.query(tx, DELETE_ORPHANS, keys);
      return orphans.length;
    });
  }

  /** Keys of content that belongs to no file, oldest first. */
  async removedContent(): Promise<string[]> {
    const rows = await this.database.query<{ key: string }>(NO_TRANSACTION, REMOVED, [clock.now()]);
    return rows.map(({ key }) => key);
  }

  async forget(storageKey: string): Promise<void> {
    await this.database.repository(NO_TRANSACTION, FileRemovalEntity).delete({ storageKey });
  }
}
