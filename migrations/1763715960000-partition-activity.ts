import type { MigrationInterface, QueryRunner } from 'typeorm';
import { idOfUuid, uuidOfId } from '../src/kernel/ids';
import {
  decoded,
  encoded,
  type Fields,
  joined,
  keysIn,
  partsOf,
  termsIn,
} from '../src/modules/activity/entry-encoding';
import { rangeAround } from '../src/platform/database/partitions/partition-range';

/** Rows that are in memory at the same time. */
const BATCH = 2_000;

interface WholeEntry {
  organization_id: string;
  id: string;
  sequence: string;
  day: string;
  board_id: string;
  previous_board_id: string | null;
  item_id: string | null;
  actor_id: string | null;
  action: string;
  details: Fields;
  created_at: string;
}

interface CompactEntry {
  organization_id: string;
  id: string;
  sequence: string;
  board_id: string;
  previous_board_id: string | null;
  item_id: string | null;
  actor_id: string | null;
  action: string;
  details: string;
  contents: string;
  created_at: string;
}

/** Entries in partitions of months, without the ids and fields that repeat in many of them (decision 0102). */
export class PartitionActivity1763715960000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table activity rename to activity_before;
      alter index activity_pkey rename to activity_before_pkey;

      -- Numbers for what many entries of an organization contain: ids of boards, columns, labels and users, and actions.
      create table activity_terms (
        organization_id text collate "C" not null,
        term text collate "C" not null,
        key integer generated always as identity,
        primary key (organization_id, term)
      );
      create unique index activity_terms_key_idx on activity_terms (key);

      -- No foreign keys: an entry may arrive after its board has been purged; a sweep then deletes it.
      create table activity (
        -- The position of the event in the log: the order of events.
        sequence bigint not null,
        created_at timestamptz(3) not null,
        -- The ULIDs of the event and of the item.
        id uuid not null,
        item_id uuid,
        -- Keys of activity_terms. The board implies the organization.
        board_key integer not null,
        -- The day of the event in the log.
        day date not null,
        action_key integer not null,
        actor_key integer,
        -- The board that the item left with this change, or 0: a row without null values is 8 bytes shorter.
        previous_board_key integer not null,
        details text not null,
        -- What is removed when the item is deleted permanently.
        contents text not null,
        primary key (board_key, day, sequence)
      ) partition by range (day);
      create index activity_item_idx on activity (item_id, day, sequence) where item_id is not null;
      -- For the last entry of a page, from which the next page continues: ids have nearly the order of the rows.
      create index activity_id_idx on activity using brin (id) with (pages_per_range = 32, autosummarize = on);
      create index activity_previous_board_idx on activity (previous_board_key, day, sequence)
        where previous_board_key <> 0;
      do $$ begin
        if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
          alter table activity alter column details set compression lz4, alter column contents set compression lz4;
        end if;
      end $$;

      -- An entry whose event is still in the log has the same day there. Days never decrease with the position. From the last entry
      -- backwards: PostgreSQL computes the minimum of a frame whose start moves from all of its rows, for each row again.
      declare entries no scroll cursor for
      select entry.*, coalesce(log.day, min(coalesce(log.day, (entry.created_at at time zone 'UTC')::date))
        over (order by entry.sequence desc rows between unbounded preceding and current row))::text as day
      from activity_before entry
      left join events log on log.position = entry.sequence and substr(log.id, 5) = substr(entry.id, 5)
      order by entry.sequence;
    `);
    const months = new Set<string>();
    for (;;) {
      const rows = (await queryRunner.query(`fetch ${BATCH} from entries`)) as WholeEntry[];
      if (rows.length === 0) break;
      for (const { day } of rows) {
        const { from, to } = rangeAround(day, 'month', []);
        if (months.has(from)) continue;
        months.add(from);
        await queryRunner.query(
          `create table activity_${from.replaceAll('-', '')} partition of activity for values from ('${from}') to ('${to}')`,
        );
      }
      await insertCompact(queryRunner, rows);
    }
    await queryRunner.query('close entries; drop table activity_before;');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table activity rename to activity_partitioned;
      alter index activity_pkey rename to activity_partitioned_pkey;
      create table activity (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        -- The event's number in the outbox: the order of events.
        sequence bigint not null,
        board_id text collate "C" not null,
        -- The board that the item left with this change, if it did.
        previous_board_id text collate "C",
        item_id text collate "C",
        actor_id text collate "C",
        action text not null,
        details jsonb not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, id)
      );

      declare entries no scroll cursor for
      select board.organization_id, entry.id, entry.sequence, board.term as board_id, previous_board.term as previous_board_id,
        entry.item_id, actor.term as actor_id, action.term as action, entry.details, entry.contents,
        entry.created_at::text as created_at
      from activity_partitioned entry
      join activity_terms board on board.key = entry.board_key
      join activity_terms action on action.key = entry.action_key
      left join activity_terms actor on actor.key = entry.actor_key
      left join activity_terms previous_board on previous_board.key = entry.previous_board_key
      order by entry.sequence;
    `);
    for (;;) {
      const rows = (await queryRunner.query(`fetch ${BATCH} from entries`)) as CompactEntry[];
      if (rows.length === 0) break;
      await insertWhole(queryRunner, rows);
    }
    await queryRunner.query(`
      close entries;
      drop table activity_partitioned;
      drop table activity_terms;
      create index activity_board_id_sequence_idx on activity (organization_id, board_id, sequence);
      create index activity_previous_board_id_sequence_idx on activity (organization_id, previous_board_id, sequence)
        where previous_board_id is not null;
      create index activity_item_id_sequence_idx on activity (organization_id, item_id, sequence) where item_id is not null;
      -- For the sweep of old entries, which covers all organizations at once.
      create index activity_created_at_idx on activity (created_at);
    `);
  }
}

async function insertCompact(queryRunner: QueryRunner, rows: readonly WholeEntry[]): Promise<void> {
  const drafts = rows.map((row) => ({ row, ...partsOf(row.details, row.item_id !== null) }));
  const terms = drafts.flatMap(({ row, details, contents }) =>
    [
      ...termsIn([details, contents]),
      ...[row.board_id, row.previous_board_id, row.actor_id, row.action].filter((term) => term !== null),
    ].map((term) => ({ organization_id: row.organization_id, term })),
  );
  const given = JSON.stringify(terms);
  await queryRunner.query(
    `insert into activity_terms (organization_id, term)
     select distinct given.organization_id, given.term
     from json_to_recordset($1) as given (organization_id text, term text)
     where not exists (
       select from activity_terms known
       where known.organization_id = given.organization_id and known.term = given.term)`,
    [given],
  );
  const known = (await queryRunner.query(
    `select distinct known.organization_id, known.term, known.key
     from json_to_recordset($1) as given (organization_id text, term text)
     join activity_terms known on known.organization_id = given.organization_id and known.term = given.term`,
    [given],
  )) as { organization_id: string; term: string; key: number }[];
  const keys = new Map<string, Map<string, number>>();
  for (const { organization_id, term, key } of known) {
    if (!keys.has(organization_id)) keys.set(organization_id, new Map());
    keys.get(organization_id)!.set(term, key);
  }
  const entries = drafts.map(({ row, details, contents }) => {
    const own = keys.get(row.organization_id)!;
    const keyOf = (term: string | null) => (term === null ? null : own.get(term));
    return {
      sequence: row.sequence,
      created_at: row.created_at,
      id: uuidOfId(row.id),
      item_id: row.item_id === null ? null : uuidOfId(row.item_id),
      board_key: keyOf(row.board_id),
      day: row.day,
      action_key: keyOf(row.action),
      actor_key: keyOf(row.actor_id),
      previous_board_key: keyOf(row.previous_board_id) ?? 0,
      details: encoded(details, own),
      contents: encoded(contents, own),
    };
  });
  await queryRunner.query(
    `insert into activity (sequence, created_at, id, item_id, board_key, day, action_key, actor_key, previous_board_key,
       details, contents)
     select * from json_to_recordset($1) as entry (sequence bigint, created_at timestamptz, id uuid, item_id uuid,
       board_key integer, day date, action_key integer, actor_key integer, previous_board_key integer, details text,
       contents text)`,
    [JSON.stringify(entries)],
  );
}

async function insertWhole(queryRunner: QueryRunner, rows: readonly CompactEntry[]): Promise<void> {
  const keys = new Set(rows.flatMap(({ details, contents }) => [...keysIn(details), ...keysIn(contents)]));
  const known = (await queryRunner.query(`select term, key from activity_terms where key = any ($1)`, [
    [...keys],
  ])) as { term: string; key: number }[];
  const terms = new Map(known.map(({ term, key }) => [key, term]));
  const entries = rows.map(({ details, contents, ...row }) => ({
    ...row,
    id: idOfUuid('activity', row.id),
    item_id: row.item_id === null ? null : idOfUuid('item', row.item_id),
    details: joined({ details: decoded(details, terms), contents: decoded(contents, terms) }),
  }));
  await queryRunner.query(
    `insert into activity (organization_id, id, sequence, board_id, previous_board_id, item_id, actor_id, action, details,
       created_at)
     select * from json_to_recordset($1) as entry (organization_id text, id text, sequence bigint, board_id text,
       previous_board_id text, item_id text, actor_id text, action text, details jsonb, created_at timestamptz)`,
    [JSON.stringify(entries)],
  );
}
