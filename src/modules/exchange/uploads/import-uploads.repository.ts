import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { ImportUploadEntity } from './import-upload.entity';

const BEFORE = statement(
  'import-uploads.before',
  `select organization_id as "organizationId", storage_key as key from import_uploads
   where created_at < $1 order by created_at limit 100`,
);

export interface ImportUpload {
  organizationId: OrganizationId;
  /** The storage key of the file. */
  key: string;
}

/** The files of imports that no job has claimed. */
@Injectable()
export class ImportUploadsRepository {
  constructor(private readonly database: Database) {}

  /** Outside any transaction: it must survive a rollback. */
  async add({ organizationId, key }: ImportUpload): Promise<void> {
    await this.database
      .repository(NO_TRANSACTION, ImportUploadEntity)
      .insert({ organizationId, storageKey: key, createdAt: clock.now() });
  }

  async remove(context: DatabaseContext, { organizationId, key }: ImportUpload): Promise<void> {
    await this.database.repository(context, ImportUploadEntity).delete({ organizationId, storageKey: key });
  }

  /** The oldest from before a moment, of any organization. */
  before(time: Date): Promise<ImportUpload[]> {
    return this.database.query<ImportUpload>(NO_TRANSACTION, BEFORE, [time]);
  }
}
