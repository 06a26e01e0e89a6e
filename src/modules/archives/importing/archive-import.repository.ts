import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

type Tx = InTransaction<TenantContext>;

/** An account of this installation. */
export interface ExistingAccount {
  id: string;
  emailKey: string;
  name: string;
  isConfirmed: boolean;
}

const CATALOG = statement(
  'archive-import.catalog',
  `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
   from information_schema.columns where table_schema = current_schema() group by table_name`,
);

const TAKEN = statement(
  'archive-import.taken',
  `select exists (select from organizations where id = $1) as "isIdTaken",
     exists (select from organizations where slug = $2) as "isSlugTaken"`,
);

const ACCOUNTS = statement(
  'archive-import.accounts',
  `select id, email_key as "emailKey", name, email_confirmed_at is not null as "isConfirmed" from users
   where id = any ($1) or email_key = any ($2)`,
);

const ANNOUNCE = statement(
  'archive-import.announce-file',
  'insert into file_removals (storage_key, due_at) values ($1, $2)',
);

const CLAIM_FILES = statement(
  'archive-import.claim-files',
  `with claimed as (delete from file_removals where storage_key = any ($1) returning 1)
   select count(*)::int as count from claimed`,
);

const ABANDON_FILES = statement(
  'archive-import.abandon-files',
  'update file_removals set due_at = $2 where storage_key = any ($1)',
);

// A large organization takes its time; between two statements, the archive is read.
const BEGIN = [
  statement('archive-import.allow-long', 'set local statement_timeout = 0'),
  statement('archive-import.allow-idle', 'set local idle_in_transaction_session_timeout = 0'),
  statement('archive-import.collect-names', `set local gin_pending_list_limit = '4MB'`),
  statement(
    'archive-import.create-records',
    `create temporary table import_records (ordinal bigint generated always as identity, record jsonb not null) on commit drop`,
  ),
  statement(
    'archive-import.create-values',
    `create temporary table import_values (item_id text collate "C", column_id text collate "C", ordinal smallint,
       number_key double precision, text_key text collate "C", ref text collate "C") on commit drop`,
  ),
  statement(
    'archive-import.create-dependencies',
    `create temporary table import_dependencies (column_id text collate "C", item int, before int) on commit drop`,
  ),
];

const CLEAR = statement('archive-import.clear', 'truncate import_records');

export const COPY_RECORDS = 'copy import_records (record) from stdin';
export const COPY_VALUES =
  'copy import_values (item_id, column_id, ordinal, number_key, text_key, ref) from stdin';

const INSERT = statementFamily('archive-import.insert', (table: string, columns: string) => {
  const quoted = columns.split(',').map((column) => `"${column}"`);
  return `insert into "${table}" (${quoted.join(', ')})
    select ${quoted.map((column) => `filled.${column}`).join(', ')}
    from import_records cross join lateral jsonb_populate_record(null::"${table}", record) as filled
    order by ordinal`;
});

// The number of a row of the archive orders items of equal rank, as it does there. Items of a group that was deleted have a list
// that no group has: each of those lists gets a key. Numbers are taken in the order of the sorted rows.
const INSERT_ITEMS = statementFamily('archive-import.insert-items', (level: string, columns: string) => {
  const quoted = columns.split(',').map((column) => `"${column}"`);
  const list =
    level === 'sub-items'
      ? '(select parent.key from items parent where parent.organization_id = $1 and parent.id = filled.parent_id)'
      : `coalesce((select key from groups where groups.organization_id = $1 and groups.id = filled.group_id),
           (select key from import_lists where import_lists.former = (record ->> 'list')::bigint))`;
  return `insert into items (${quoted.join(', ')}, key, list, rank)
    select ${quoted.map((column) => `sorted.${column}`).join(', ')},
      sorted.first_key + nextval('record_keys'), sorted.new_list, nextval('item_ranks')
    from (
      select filled.*, ${list} as new_list, keys.first as first_key
      from import_records cross join lateral jsonb_populate_record(null::items, record) as filled,
        (select organization_first_key(p_organization => $1) as first offset 0) keys
      where filled.parent_id is ${level === 'sub-items' ? 'not null' : 'null'}
      order by (record ->> 'list')::bigint, filled.rank, filled.key
    ) sorted`;
});

const CREATE_LISTS = statement(
  'archive-import.create-lists',
  `create temporary table import_lists (former bigint primary key, key bigint not null) on commit drop`,
);

const FILL_LISTS = statement(
  'archive-import.fill-lists',
  `insert into import_lists (former, key)
   select former, organization_first_key(p_organization => $1) + nextval('record_keys')
   from (
     select distinct (record ->> 'list')::bigint as former from import_records
     where record ->> 'parent_id' is null and not exists (
       select from groups where organization_id = $1 and id = record ->> 'group_id')) lists
   where former is not null`,
);

const INSERT_VALUES = statement(
  'archive-import.insert-values',
  `insert into item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref)
   select columns.key, items.key, items.lane, entry.number_key, entry.ordinal, items.rank, entry.text_key, entry.ref
   from import_values entry
   join items on items.organization_id = $1 and items.id = entry.item_id
   join columns on columns.organization_id = $1 and columns.id = entry.column_id`,
);

const HEAD = statement('archive-import.head', 'select position::float8 as position from event_log_head');

const TERMS = statement(
  'archive-import.terms',
  'select term, key from activity_terms where organization_id = $1 and term = any ($2)',
);

/** What an archive does not contain because it is computed from its records, or is behind them in it. */
const DERIVED = [
  // As the subscriber does after a move, for which an archive does not wait.
  statement(
    'archive-import.follow-moves',
    `update notifications set board_id = items.board_id from items
     where notifications.organization_id = $1 and items.organization_id = $1 and items.id = notifications.item_id
       and notifications.board_id is distinct from items.board_id`,
  ),
  statement(
    'archive-import.count-items',
    `select count(item_lane_rebuild(p_lane => lane))
     from (
       select key as lane from groups where organization_id = $1
       union
       select lane from items where organization_id = $1 and lane is not null
       order by lane) lanes`,
  ),
  statement(
    'archive-import.count-comments',
    `insert into comment_counts (organization_id, item_id, shard, count)
     select organization_id, item_id, 0, count(*) from comments
     where organization_id = $1 and tombstone_until is null group by organization_id, item_id`,
  ),
  statement(
    'archive-import.count-submissions',
    `insert into form_submission_counts (organization_id, form_id, shard, count)
     select organization_id, form_id, 0, count(*) from form_submissions
     where organization_id = $1 group by organization_id, form_id`,
  ),
  statement(
    'archive-import.count-files',
    `insert into file_usage (organization_id, size_bytes)
     select $1, sum(size_bytes) from files where organization_id = $1 having count(*) > 0`,
  ),
  statement(
    'archive-import.fill-search',
    'insert into search_fills (organization_id) select id from organizations where id = $1',
  ),
];

const CONTINUE_SEQUENCES = statement(
  'archive-import.continue-sequences',
  `insert into event_sequences (organization_id, board_id, last)
   select $1, * from unnest($2::text[], $3::bigint[])`,
);

/** A file without an owner is removed a week later: many times the longest import. */
const ABANDONED_AFTER_MS = 7 * 24 * 60 * 60_000;

/** The rows of an import, written in one transaction. */
@Injectable()
export class ArchiveImportRepository {
  constructor(private readonly database: Database) {}

  /** The columns of all tables. */
  async catalog(): Promise<Map<string, string[]>> {
    const rows = await this.database.query<{ table: string; columns: string[] }>(NO_TRANSACTION, CATALOG, []);
    return new Map(rows.map(({ table, columns }) => [table, columns]));
  }

  async taken(id: OrganizationId, slug: string): Promise<{ isIdTaken: boolean; isSlugTaken: boolean }> {
    const [row] = await this.database.query<{ isIdTaken: boolean; isSlugTaken: boolean }>(
      NO_TRANSACTION,
      TAKEN,
      [id, slug],
    );
    return row!;
  }

  /** Accounts with one of these ids or addresses. */
  accounts(ids: readonly string[], emailKeys: readonly string[]): Promise<ExistingAccount[]> {
    return this.database.query(NO_TRANSACTION, ACCOUNTS, [ids, emailKeys]);
  }

  /** Before a file is written: whatever happens to this process, it is removed unless `claimFiles` follows. */
  async announceFile(storageKey: string): Promise<void> {
    const dueAt = new Date(clock.nowMs() + ABANDONED_AFTER_MS);
    await this.database.query(NO_TRANSACTION, ANNOUNCE, [storageKey, dueAt]);
  }

  /** Returns the number of announced files that still exist, which belong to the organization from now on. */
  async claimFiles(tx: Tx, storageKeys: readonly string[]): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(tx, CLAIM_FILES, [storageKeys]);
    return row!.count;
  }

  /** Files of an import that has failed. */
  async abandonFiles(storageKeys: readonly string[]): Promise<void> {
    if (storageKeys.length > 0)
      await this.database.query(NO_TRANSACTION, ABANDON_FILES, [storageKeys, clock.now()]);
  }

  async begin(tx: Tx): Promise<void> {
    for (const each of BEGIN) await this.database.query(tx, each, []);
  }

  /** Inserts the copied records of a table, with these columns. */
  async insert(tx: Tx, table: string, columns: readonly string[]): Promise<void> {
    await this.database.query(tx, INSERT(table, columns.join(',')), []);
    await this.database.query(tx, CLEAR, []);
  }

  /** Inserts the copied items that have no parent, in the order of their lists. */
  async insertItems(tx: Tx, columns: readonly string[]): Promise<void> {
    const values = [tx.organizationId];
    await this.database.query(tx, CREATE_LISTS, []);
    await this.database.query(tx, FILL_LISTS, values);
    await this.database.query(tx, INSERT_ITEMS('items', columns.join(',')), values);
  }

  async insertSubItems(tx: Tx, columns: readonly string[]): Promise<void> {
    await this.database.query(tx, INSERT_ITEMS('sub-items', columns.join(',')), [tx.organizationId]);
    await this.database.query(tx, CLEAR, []);
  }

  /** Inserts the copied rows of the index of all items. */
  async insertValues(tx: Tx): Promise<void> {
    await this.database.query(tx, INSERT_VALUES, [tx.organizationId]);
  }

  /** The keys of terms of activity entries. */
  termKeys(tx: Tx, terms: readonly string[]): Promise<{ term: string; key: number }[]> {
    return this.database.query(tx, TERMS, [tx.organizationId, terms]);
  }

  /** The last place in the log of events. */
  async head(tx: Tx): Promise<number> {
    const [row] = await this.database.query<{ position: number }>(tx, HEAD, []);
    return row?.position ?? 0;
  }

  async derive(tx: Tx): Promise<void> {
    for (const each of DERIVED) await this.database.query(tx, each, [tx.organizationId]);
  }

  /** The numbers of the last events: those of the organization under the id ''. */
  async continueSequences(tx: Tx, last: ReadonlyMap<string, number>): Promise<void> {
    await this.database.query(tx, CONTINUE_SEQUENCES, [
      tx.organizationId,
      [...last.keys()],
      [...last.values()],
    ]);
  }
}
