import { Injectable } from '@nestjs/common';
import type { ColumnType } from '../../../../column-types/column-type';
import { columnTypes } from '../../../../column-types/types';
import { Database } from '../../../../platform/database/database';
import { type Statement, statement } from '../../../../platform/database/statement';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../../platform/database/transaction';

type Tx = InTransaction<TenantContext>;

/** SQL: the types of columns that are so. */
const typesThat = (are: (type: ColumnType) => boolean) =>
  Object.values<ColumnType>(columnTypes)
    .filter(are)
    .map(({ name }) => `'${name}'`)
    .join(', ');

const FILES = typesThat(({ cellLayout }) => cellLayout === 'records');
const DEPENDENT = typesThat(({ itemScope }) => itemScope === 'sameBoard');

// Read while only the items without a parent are in the table.
const WRONG_PARENT = statement(
  'archive-relations.wrong-parent',
  `select record ->> 'id' as id from import_records
   where record ->> 'parent_id' is not null and not exists (
     select from items parent
     where parent.organization_id = $1 and parent.id = record ->> 'parent_id'
       and parent.board_id = record ->> 'board_id' and parent.group_id = record ->> 'group_id')
   limit 1`,
);

// The rows of ordinal -1 are the keys of unique columns; items in Trash have no lane.
const REPEATED_VALUE = statement(
  'archive-relations.repeated-value',
  `select max(items.id) as id, entry.column_id as "columnId" from import_values entry
   join items on items.organization_id = $1 and items.id = entry.item_id
   where entry.ordinal = -1 and items.lane is not null
   group by entry.column_id, entry.ref having count(*) > 1
   limit 1`,
);

/** A relation that no foreign key describes. */
interface Relation {
  /** The part of the archive, and the column in it. */
  table: 'comments' | 'file_attachments' | 'items' | 'notifications' | 'trash_entries';
  column: string;
  /** What the records should be. */
  rule: string;
  /** The id of the first record that is not; $1 is the organization. */
  violation: Statement;
}

/** Deleted records that another one still names are none of them. */
export const RELATIONS: readonly Relation[] = [
  {
    table: 'comments',
    column: 'parent_id',
    rule: 'Must be a comment of the item, and no reply',
    violation: statement(
      'archive-relations.wrong-reply',
      `select reply.id from comments reply
       join comments parent on parent.organization_id = $1 and parent.id = reply.parent_id
       where reply.organization_id = $1 and (parent.parent_id is not null or parent.item_id <> reply.item_id)
       limit 1`,
    ),
  },
  {
    table: 'items',
    column: 'values',
    rule: 'Must name files of the archive',
    violation: statement(
      'archive-relations.unknown-file',
      `select entry.item_id as id from import_values entry
       join columns on columns.organization_id = $1 and columns.id = entry.column_id and columns.type in (${FILES})
       where entry.ref is not null and not exists (
         select from files where files.organization_id = $1 and files.id = entry.ref)
       limit 1`,
    ),
  },
  {
    table: 'file_attachments',
    column: 'item_id',
    rule: 'Must be the item of the comment, or the board of the submission',
    violation: statement(
      'archive-relations.wrong-attachment',
      `select attachment.id from file_attachments attachment
       left join comments comment on comment.organization_id = $1 and comment.id = attachment.comment_id
       left join form_submissions submission on submission.organization_id = $1
         and submission.id = attachment.submission_id
       left join forms form on form.organization_id = $1 and form.id = submission.form_id
       where attachment.organization_id = $1
         and (attachment.item_id <> comment.item_id or attachment.board_id <> form.board_id)
       limit 1`,
    ),
  },
  {
    table: 'notifications',
    column: 'comment_id',
    rule: 'Must be a comment of the item',
    violation: statement(
      'archive-relations.wrong-notification',
      `select notification.id from notifications notification
       join comments comment on comment.organization_id = $1 and comment.id = notification.comment_id
       where notification.organization_id = $1 and notification.item_id is distinct from comment.item_id
       limit 1`,
    ),
  },
  {
    table: 'trash_entries',
    column: 'board_id',
    rule: 'Must be the board of the item',
    violation: statement(
      'archive-relations.wrong-trash-entry',
      `select entry.item_id as id from trash_entries entry
       join items item on item.organization_id = $1 and item.id = entry.item_id
       where entry.organization_id = $1 and entry.tombstone_until is null and entry.board_id <> item.board_id
       limit 1`,
    ),
  },
];

const FILL_DEPENDENCIES = statement(
  'archive-relations.fill-dependencies',
  `insert into import_dependencies (column_id, item, before)
   select entry.column_id, (item.key - first.key)::int, (other.key - first.key)::int
   from (select organization_first_key(p_organization => $1) as key offset 0) first,
     import_values entry
     join columns on columns.organization_id = $1 and columns.id = entry.column_id and columns.type in (${DEPENDENT})
     join items item on item.organization_id = $1 and item.id = entry.item_id
     join items other on other.organization_id = $1 and other.id = entry.ref`,
);

const INDEX_DEPENDENCIES = statement(
  'archive-relations.index-dependencies',
  'create index on import_dependencies (column_id, item, before)',
);

const DEPENDENCIES = statement(
  'archive-relations.dependencies',
  `select column_id as "columnId", item, before from import_dependencies
   where (column_id, item, before) > ($1, $2::int, $3::int) order by column_id, item, before limit 20000`,
);

const ITEM = statement(
  'archive-relations.item',
  `select id from items where organization_id = $1 and key = organization_first_key(p_organization => $1) + $2::int`,
);

/** An item of a column that comes after another one; both as numbers from 0. */
export interface ImportedDependency {
  columnId: string;
  item: number;
  before: number;
}

/** Reads how the imported records are related, in their tables. */
@Injectable()
export class ArchiveRelationsRepository {
  constructor(private readonly database: Database) {}

  /** The first copied sub-item whose parent is not an item without a parent, on the same board and in the same group. */
  async withWrongParent(tx: Tx): Promise<string | null> {
    return this.first(tx, WRONG_PARENT);
  }

  /** An item with a value that another one has, in a unique column of which this is the id. */
  async withRepeatedValue(tx: Tx): Promise<{ id: string; columnId: string } | null> {
    const values = [tx.organizationId];
    const [row] = await this.database.query<{ id: string; columnId: string }>(tx, REPEATED_VALUE, values);
    return row ?? null;
  }

  violation(tx: Tx, { violation }: Relation): Promise<string | null> {
    return this.first(tx, violation);
  }

  /** All dependencies of items on items that exist, by column and item. */
  async *dependencies(tx: Tx): AsyncGenerator<ImportedDependency> {
    await this.database.query(tx, FILL_DEPENDENCIES, [tx.organizationId]);
    await this.database.query(tx, INDEX_DEPENDENCIES, []);
    let last: ImportedDependency = { columnId: '', item: -1, before: -1 };
    for (;;) {
      const values = [last.columnId, last.item, last.before];
      const page = await this.database.query<ImportedDependency>(tx, DEPENDENCIES, values);
      if (page.length === 0) return;
      yield* page;
      last = page.at(-1)!;
    }
  }

  /** The id of an item of `dependencies`. */
  async itemOf(tx: Tx, item: number): Promise<string> {
    const [row] = await this.database.query<{ id: string }>(tx, ITEM, [tx.organizationId, item]);
    return row!.id;
  }

  private async first(tx: Tx, violation: Statement): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(tx, violation, [tx.organizationId]);
    return row?.id ?? null;
  }
}
