import { Injectable } from '@nestjs/common';
import type { BoardId, FileId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { isKeyOf } from '../../platform/database/is-key-of';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

// The columns of cells are found one after the other, and of the items of a column the first that is not in Trash: a logo can
// be in every item of a board, and its download must not read them all.
export const FILE_PLACES = statement(
  'hierarchy.file-places',
  `with recursive cells as (
     select file_id, (
       select min(column_key) from item_values where ${isKeyOf('column_key', '$1')} and ref = file_id) as column_key
     from unnest($2::text[]) as file_id
     union all
     select file_id, (
       select min(column_key) from item_values
       where ${isKeyOf('column_key', '$1')} and ref = file_id and column_key > cells.column_key)
     from cells where column_key is not null)
   select file_id as "fileId", board_id as "boardId", false as "isSubmission",
     (select cell.item_key from item_values cell
       join items item on item.key = cell.item_key and item.trashed_at is null
       where cell.ref = file_id and cell.column_key = cells.column_key
       order by cell.item_key limit 1) is null as "isTrashed"
   from cells
   join columns on columns.organization_id = $1 and columns.key = cells.column_key
   union all
   select distinct file_id, coalesce(attachment.board_id, item.board_id), attachment.board_id is not null,
     item.trashed_at is not null
   from file_attachments attachment
   left join items item on item.organization_id = $1 and item.id = attachment.item_id
   where attachment.organization_id = $1 and file_id = any ($2)`,
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
    return this.database.query<FilePlace>(context, FILE_PLACES, [context.organizationId, ids]);
  }
}
