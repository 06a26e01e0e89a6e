/** For the index of names. The service does not use the extension. */
export const EXTENSION = 'create extension if not exists pg_trgm schema public;';

/**
 * The floor's own tables. Text is COLLATE "C" wherever it is compared: byte order, whatever the database's
 * locale. Ranks are text too: doubles are used up after about 50 halvings of one gap, and a benchmark that
 * inserts at the same few thousand places gets there within one round.
 */
export const TABLES = `
create table users (
  id text collate "C" primary key,
  email text not null,
  name text not null,
  avatar text,
  is_service_account boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
create table organizations (
  id text collate "C" primary key,
  slug text not null
);
create table memberships (
  user_id text collate "C" not null,
  organization_id text collate "C" not null,
  role text not null,
  primary key (user_id, organization_id)
);
create table tokens (
  hash text collate "C" primary key,
  user_id text collate "C" not null
);
create table boards (
  id text collate "C" primary key,
  project_id text collate "C" not null,
  name text not null,
  default_view text not null,
  created_by text not null,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create table groups (
  board_id text collate "C" not null,
  position int not null,
  id text collate "C" not null,
  name text not null,
  color text not null,
  collapsed boolean not null default false,
  primary key (board_id, position)
);
create table columns (
  board_id text collate "C" not null,
  position int not null,
  id text collate "C" not null,
  name text not null,
  type text not null,
  width int not null default 150,
  required boolean not null default false,
  config jsonb not null,
  default_value jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (board_id, position)
);
create table items (
  id text collate "C" not null,
  board_id text collate "C" not null,
  group_id text collate "C" not null,
  parent_id text collate "C",
  rank text collate "C" not null,
  name text not null,
  description text,
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  "values" jsonb not null
) with (fillfactor = 90);
-- Sort keys of the columns that have a number for one: number, status, priority, date, checkbox.
create table cells (
  item_id text collate "C" not null,
  column_id text collate "C" not null,
  key double precision not null,
  rank text collate "C" not null
) with (fillfactor = 90);
-- Sort keys of the columns that sort as text, in lowercase: text and email.
create table text_cells (
  item_id text collate "C" not null,
  column_id text collate "C" not null,
  key text collate "C" not null,
  rank text collate "C" not null
) with (fillfactor = 90);
-- Runs of about 256 items of a group: the lowest rank that belongs to the run, and how many it holds. Half of
-- every page is left free, because a counter is written by every creation and stays cheap only while its row
-- stays in place.
create table chunks (
  group_id text collate "C" not null,
  low text collate "C" not null,
  count int not null,
  primary key (group_id, low)
) with (fillfactor = 50);
create table comments (
  id text collate "C" primary key,
  item_id text collate "C" not null,
  parent_id text collate "C",
  author_id text collate "C" not null,
  body text not null,
  body_html text not null,
  mentions text[] not null,
  reply_count int not null default 0,
  is_pinned boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index comments_order on comments (item_id, id) where parent_id is null;
-- Of cells and comments.
create table item_files (
  item_id text collate "C" not null,
  file_id text collate "C" not null,
  primary key (item_id, file_id)
);
create table reactions (
  comment_id text collate "C" not null,
  user_id text collate "C" not null,
  emoji text not null,
  created_at timestamptz(3) not null default now(),
  primary key (comment_id, user_id, emoji)
);
-- By connection, so that comments on one item do not wait for each other.
create table comment_counts (
  item_id text collate "C" not null,
  shard int not null,
  count int not null,
  primary key (item_id, shard)
) with (fillfactor = 70);
create table forms (
  id text collate "C" primary key,
  board_id text collate "C" not null,
  group_id text collate "C" not null,
  message text not null,
  mappings jsonb not null
);
create table submissions (
  id text collate "C" primary key,
  form_id text collate "C" not null,
  data jsonb not null,
  item_id text collate "C",
  status text not null default 'new',
  submitted_by text collate "C",
  submitted_at timestamptz(3) not null default now()
);
create index submissions_order on submissions (form_id, id);
create index submissions_status on submissions (form_id, status, id);
-- By connection, so that submissions of one form do not wait for each other.
create table submission_counts (
  form_id text collate "C" not null,
  shard int not null,
  count int not null,
  primary key (form_id, shard)
) with (fillfactor = 70);
create table notifications (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  kind text not null,
  actor_id text collate "C" not null,
  board_id text collate "C" not null,
  item_id text collate "C" not null,
  comment_id text collate "C" not null,
  automation_id text collate "C",
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index notifications_order on notifications (user_id, id);
create table notification_counts (
  user_id text collate "C" not null,
  board_id text collate "C" not null,
  unread int not null,
  primary key (user_id, board_id)
);
create table outbox (
  id text collate "C" primary key,
  type text not null,
  created_at timestamptz(3) not null default now(),
  payload jsonb not null
);
create table events (
  sequence bigint primary key,
  id text collate "C" not null,
  type text not null,
  board_id text collate "C" not null,
  item_id text collate "C" not null,
  data jsonb not null,
  occurred_at timestamptz(3) not null
);
-- Ranks of items appended to any group, above every rank that the loader gives (one per item, up to 4
-- million).
create sequence appended minvalue 4194304 maxvalue 16777215;
-- Turns of those that insert between two ranks.
create sequence inserted cache 32;
`;

export const TABLE_NAMES = [
  'users',
  'organizations',
  'memberships',
  'tokens',
  'boards',
  'groups',
  'columns',
  'items',
  'cells',
  'text_cells',
  'chunks',
  'comments',
  'item_files',
  'reactions',
  'comment_counts',
  'forms',
  'submissions',
  'submission_counts',
  'notifications',
  'notification_counts',
  'outbox',
  'events',
] as const;

/** Created after the data: one sort of 600,000 rows instead of as many searches. */
export const INDEXES = [
  { kind: 'unique index', name: 'items_pkey', table: 'items', columns: '(id)' },
  // Unique, so that a position is a count of lower ranks: comparing (rank, id) pairs instead takes twice the
  // time.
  { kind: 'unique index', name: 'items_order', table: 'items', columns: '(group_id, rank)' },
  {
    kind: 'index',
    name: 'items_parent',
    table: 'items',
    columns: '(parent_id, rank) where parent_id is not null',
  },
  { kind: 'unique index', name: 'cells_pkey', table: 'cells', columns: '(item_id, column_id)' },
  {
    kind: 'unique index',
    name: 'cells_order',
    table: 'cells',
    columns: '(column_id, key, rank) include (item_id)',
  },
  { kind: 'unique index', name: 'text_cells_pkey', table: 'text_cells', columns: '(item_id, column_id)' },
  {
    kind: 'unique index',
    name: 'text_cells_order',
    table: 'text_cells',
    columns: '(column_id, key, rank) include (item_id)',
  },
  // The fields of items that a list can be sorted by.
  {
    kind: 'index',
    name: 'items_by_name',
    table: 'items',
    columns: '(board_id, (lower(name) collate "C"), rank)',
  },
  { kind: 'index', name: 'items_by_creation', table: 'items', columns: '(board_id, created_at, rank)' },
  { kind: 'index', name: 'items_by_creator', table: 'items', columns: '(board_id, created_by, rank)' },
  {
    kind: 'index',
    name: 'items_name',
    table: 'items',
    columns: 'using gin (lower(name) public.gin_trgm_ops)',
  },
] as const;
