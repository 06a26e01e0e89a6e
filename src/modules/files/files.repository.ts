import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { FileId, FormId, UserId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { FileEntity } from './file.entity';
import type { FileRow } from './file.record';
import { FileUsageEntity } from './file-usage.entity';
import { StorageQuotaExceeded } from './files.errors';

const FIELDS = 'id, name, size_bytes as "sizeBytes", type';

// Locks the organization's row until the commit: parallel uploads cannot exceed the quota together.
const USE = statement(
  'files.use',
  `insert into file_usage (organization_id, size_bytes) values ($1, $2)
   on conflict (organization_id) do update set size_bytes = file_usage.size_bytes + excluded.size_bytes
   returning size_bytes as "sizeBytes"`,
);

const COMPLETE = statement(
  'files.complete',
  `update files set type = $3, size_bytes = $4, sha256 = $5, stored_at = $6, unreferenced_since = $6
   where organization_id = $1 and id = $2 and stored_at is null
   returning ${FIELDS}`,
);

const STORED = statement(
  'files.stored',
  `select ${FIELDS}, storage_key as "storageKey", thumbnail_key as "thumbnailKey",
     thumbnail_bytes as "thumbnailBytes", sha256, stored_at as "storedAt",
     uploaded_by as "uploadedBy", form_id as "formId"
   from files where organization_id = $1 and id = any ($2) and stored_at is not null`,
);

const PENDING = statement(
  'files.pending',
  `select coalesce(sum(size_bytes), 0)::float8 as bytes from files
   where organization_id = $1 and form_id = $2 and unreferenced_since is not null`,
);

// In the order of their ids, so that parallel calls cannot deadlock. A file that the sweep deletes meanwhile is left out.
const REFER = statement(
  'files.refer',
  `update files set unreferenced_since = null
   from (select organization_id, id from files where organization_id = $1 and id = any ($2)
     order by id for no key update) as locked
   where files.organization_id = $1 and files.id = locked.id
   returning files.id`,
);

/** Who uploads a file: a user, or the respondent of a form. */
export type Uploader = { userId: UserId } | { formId: FormId };

export interface NewFile {
  id: FileId;
  storageKey: string;
  name: string;
  uploader: Uploader;
}

/** What is known of a file when its upload ends. */
export interface FileContent {
  type: string;
  sizeBytes: number;
  sha256: string;
}

export interface StoredFileRow extends FileRow {
  storageKey: string;
  thumbnailKey: string | null;
  thumbnailBytes: number | null;
  sha256: string;
  storedAt: string;
  uploadedBy: UserId | null;
  formId: FormId | null;
}

@Injectable()
export class FilesRepository {
  constructor(private readonly database: Database) {}

  /** Outside any transaction: the row must survive a crash, so that the content is removed. */
  async begin({ organizationId }: TenantContext, { id, storageKey, name, uploader }: NewFile): Promise<void> {
    const now = clock.now();
    const by = {
      uploadedBy: null,
      formId: null,
      ...('userId' in uploader ? { uploadedBy: uploader.userId } : uploader),
    };
    await this.database.repository(NO_TRANSACTION, FileEntity).insert({
      ...by,
      organizationId,
      id,
      storageKey,
      name,
      type: '',
      sizeBytes: '0',
      sha256: '',
      createdAt: now,
      unreferencedSince: now,
    });
  }

  /** Throws if the organization's files would exceed the quota; null if the row was removed meanwhile. */
  async complete(
    tx: InTransaction<TenantContext>,
    id: FileId,
    { type, sizeBytes, sha256 }: FileContent,
    quotaBytes: number,
  ): Promise<FileRow | null> {
    const values = [tx.organizationId, id, type, sizeBytes, sha256, clock.now()];
    const [row] = await this.database.query<FileRow>(tx, COMPLETE, values);
    if (row === undefined) return null;
    const used = await this.database.query<{ sizeBytes: string }>(tx, USE, [tx.organizationId, sizeBytes]);
    if (Number(used[0]!.sizeBytes) > quotaBytes) throw new StorageQuotaExceeded(quotaBytes);
    return row;
  }

  async usedBytes(context: TenantContext): Promise<number> {
    const { organizationId } = context;
    const usage = await this.database.repository(context, FileUsageEntity).findOneBy({ organizationId });
    return Number(usage?.sizeBytes ?? 0);
  }

  /** The size of the files that were uploaded with a form and not submitted. */
  async pendingBytes(context: TenantContext, formId: FormId): Promise<number> {
    const values = [context.organizationId, formId];
    const [row] = await this.database.query<{ bytes: number }>(context, PENDING, values);
    return row!.bytes;
  }

  async delete(context: TenantContext, id: FileId): Promise<void> {
    const { organizationId } = context;
    await this.database.repository(context, FileEntity).delete({ organizationId, id });
  }

  /** Those of the files whose upload is complete. */
  stored(context: TenantContext, ids: readonly FileId[]): Promise<StoredFileRow[]> {
    return this.database.query<StoredFileRow>(context, STORED, [context.organizationId, ids]);
  }

  /** Records that other records are about to refer to the files; returns those that exist. */
  async refer(context: TenantContext, ids: readonly FileId[]): Promise<Set<FileId>> {
    const rows = await this.database.query<{ id: FileId }>(context, REFER, [context.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }
}
