import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { FileId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const FIND_SOURCE = statement(
  'thumbnails.find-source',
  `select storage_key as "storageKey", type from files
   where organization_id = $1 and id = $2 and stored_at is not null and thumbnail_key is null`,
);

const ANNOUNCE = statement(
  'thumbnails.announce',
  `insert into file_removals (storage_key, due_at) values ($1, $2)`,
);

// Only together: content that is removed at its time never belongs to a file, and content of a file is not removed.
const COMPLETE = statement(
  'thumbnails.complete',
  `with file as (
     update files set thumbnail_key = $3, thumbnail_bytes = $4, width = $5, height = $6
     where organization_id = $1 and id = $2 and thumbnail_key is null
       and exists (select from file_removals where storage_key = $3)
     returning id)
   delete from file_removals where storage_key = $3 and exists (select from file)`,
);

/** Many times the longest time for which a job can write. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** An image without a thumbnail. */
export interface ThumbnailSource {
  storageKey: string;
  type: string;
}

export interface StoredThumbnail {
  storageKey: string;
  sizeBytes: number;
  /** Of the image. */
  width: number;
  height: number;
}

@Injectable()
export class ThumbnailsRepository {
  constructor(private readonly database: Database) {}

  /** Null when the file was deleted or has a thumbnail. */
  async findSource(context: TenantContext, id: FileId): Promise<ThumbnailSource | null> {
    const values = [context.organizationId, id];
    const [source] = await this.database.query<ThumbnailSource>(context, FIND_SOURCE, values);
    return source ?? null;
  }

  /**
   * Before the content is written: it is removed an hour later unless `complete` connects it with its file, whatever
   * happens to this process or to the file.
   */
  async announce(storageKey: string): Promise<void> {
    const dueAt = new Date(clock.nowMs() + ABANDONED_AFTER_MS);
    await this.database.query(NO_TRANSACTION, ANNOUNCE, [storageKey, dueAt]);
  }

  /** Changes nothing when the file was deleted, or when another job has completed its thumbnail. */
  async complete(
    context: TenantContext,
    id: FileId,
    { storageKey, sizeBytes, width, height }: StoredThumbnail,
  ): Promise<void> {
    const values = [context.organizationId, id, storageKey, sizeBytes, width, height];
    await this.database.query(context, COMPLETE, values);
  }
}
