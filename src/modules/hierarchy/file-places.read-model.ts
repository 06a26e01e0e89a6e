import { Injectable } from '@nestjs/common';
import type { BoardId, FileId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

/** A file in a cell, in a comment or in a form submission. */
const REFERENCES = `
  select ref as file_id, item_id, null::text as board_id from item_values
  where organization_id = $1 and ref = any ($2)
  union
  select file_id, item_id, board_id from file_attachments where organization_id = $1 and file_id = any ($2)`;

const OF_FILES = statement(
  'hierarchy.file-places',
  `select distinct file_id as "fileId", coalesce(reference.board_id, item.board_id) as "boardId",
     item.trashed_at is not null as "isTrashed", reference.board_id is not null as "isSubmission"
   from (${REFERENCES}) as reference
   left join items item on item.organization_id = $1 and item.id = reference.item_id`,
);

export interface FilePlace {
  fileId: FileId;
  boardId: BoardId;
  /** Whether the records on this board that refer to the file are in Trash. */
  isTrashed: boolean;
  isSubmission: boolean;
}

/** The boards with records that refer to files. */
@Injectable()
export class FilePlacesReadModel {
  constructor(private readonly database: Database) {}

  of(context: TenantContext, ids: readonly FileId[]): Promise<FilePlace[]> {
    return this.database.query<FilePlace>(context, OF_FILES, [context.organizationId, ids]);
  }
}
