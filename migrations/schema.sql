-- The migrated schema, for review. Written by `npm run schema`; a test compares it with a migrated database.

create sequence item_rank_suffixes as bigint increment 1 minvalue 1 maxvalue 99999 start 1 cache 16 cycle;
create sequence item_ranks as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1 cache 1;
create sequence record_keys as bigint increment 1 minvalue 1 maxvalue 9223372036854775807 start 1 cache 32;

create table activity (
  sequence bigint not null,
  created_at timestamp(3) with time zone not null,
  id uuid not null,
  item_id uuid,
  board_key integer not null,
  day date not null,
  action_key integer not null,
  actor_key integer,
  previous_board_key integer not null,
  details text not null,
  contents text not null,
  constraint activity_pkey PRIMARY KEY (board_key, day, sequence)
) partition by RANGE (day);
CREATE INDEX activity_id_idx ON ONLY activity USING brin (id) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX activity_item_idx ON ONLY activity USING btree (item_id, day, sequence) WHERE (item_id IS NOT NULL);
CREATE INDEX activity_previous_board_idx ON ONLY activity USING btree (previous_board_key, day, sequence) WHERE (previous_board_key <> 0);

create table activity_terms (
  organization_id text collate "C" not null,
  term text collate "C" not null,
  key integer not null generated always as identity,
  constraint activity_terms_pkey PRIMARY KEY (organization_id, term)
);
CREATE UNIQUE INDEX activity_terms_key_idx ON activity_terms USING btree (key);

create table audit_chains (
  organization_id text collate "C" not null,
  sequence bigint not null,
  hash text not null,
  signed_at timestamp(3) with time zone not null,
  key_id text collate "C",
  signature text,
  constraint audit_chains_pkey PRIMARY KEY (organization_id),
  constraint audit_chains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table audit_entries (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  at timestamp(3) with time zone not null,
  action text collate "C" not null,
  outcome text not null,
  reason text,
  target text,
  actor_id text collate "C",
  actor_name text,
  actor_email text,
  credential_kind text,
  credential_id text,
  ip text,
  user_agent text,
  request_id text not null,
  details jsonb not null,
  constraint audit_entries_pkey PRIMARY KEY (organization_id, id, at),
  constraint audit_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint audit_entries_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text])))
) partition by RANGE (at);
CREATE INDEX audit_entries_action_idx ON ONLY audit_entries USING btree (organization_id, action, at, id);
CREATE INDEX audit_entries_actor_id_idx ON ONLY audit_entries USING btree (organization_id, actor_id, at, id);
CREATE INDEX audit_entries_at_idx ON ONLY audit_entries USING btree (organization_id, at, id);
CREATE INDEX audit_entries_failure_idx ON ONLY audit_entries USING btree (organization_id, at, id) WHERE (outcome = 'failure'::text);
CREATE INDEX audit_entries_ip_idx ON ONLY audit_entries USING btree (organization_id, ip, at, id) WHERE (ip IS NOT NULL);
CREATE INDEX audit_entries_target_idx ON ONLY audit_entries USING btree (organization_id, target, at, id) WHERE (target IS NOT NULL);
CREATE TRIGGER audit_entries_await_seal AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_await_seal();
CREATE TRIGGER audit_entries_reject_change BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_reject_change();
CREATE TRIGGER audit_entries_reject_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_reject_change();

create table audit_seals (
  organization_id text collate "C" not null,
  sequence bigint not null,
  entry_id text collate "C" not null,
  at timestamp(3) with time zone not null,
  previous text not null,
  hash text not null,
  salt text,
  personal text,
  signed_at timestamp(3) with time zone,
  key_id text collate "C",
  signature text,
  details text,
  details_salt text,
  origin text,
  origin_salt text,
  constraint audit_seals_pkey PRIMARY KEY (organization_id, sequence),
  constraint audit_seals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX audit_seals_at_idx ON audit_seals USING btree (at);

create table audit_signing_keys (
  id text collate "C" not null,
  is_current boolean not null,
  public_key text not null,
  sealed_private_key text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  constraint audit_signing_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX audit_signing_keys_current_idx ON audit_signing_keys USING btree (is_current) WHERE is_current;

create table automation_effects (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  execution_id text collate "C" not null,
  automation_id text collate "C" not null,
  action_index smallint not null,
  target text collate "C" not null,
  sealed_content text,
  status text not null,
  due_at timestamp(3) with time zone,
  claim text collate "C",
  attempts integer not null default 0,
  failures integer not null default 0,
  response_status integer,
  error text,
  created_at timestamp(3) with time zone not null,
  waits_until timestamp(3) with time zone not null,
  attempted_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  constraint automation_effects_pkey PRIMARY KEY (organization_id, id),
  constraint automation_effects_organization_id_execution_id_fkey FOREIGN KEY (organization_id, execution_id) REFERENCES automation_executions(organization_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint automation_effects_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text])))
);
CREATE INDEX automation_effects_claimed_idx ON automation_effects USING btree (organization_id, target) WHERE (claim IS NOT NULL);
CREATE INDEX automation_effects_due_idx ON automation_effects USING btree (organization_id, target, due_at) WHERE (status = 'pending'::text);
CREATE INDEX automation_effects_execution_idx ON automation_effects USING btree (organization_id, execution_id);
CREATE INDEX automation_effects_failed_idx ON automation_effects USING btree (completed_at) WHERE (status = 'failed'::text);

create table automation_executions (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  automation_id text collate "C" not null,
  board_id text collate "C" not null,
  cause text collate "C" not null,
  event_sequence bigint,
  event_day date,
  status text not null,
  triggered_by jsonb not null,
  payload jsonb,
  depth smallint not null,
  is_manual boolean not null,
  attempts smallint not null default 0,
  actions_executed integer not null default 0,
  duration integer,
  error text,
  failed_action integer,
  executed_at timestamp(3) with time zone not null,
  constraint automation_executions_pkey PRIMARY KEY (organization_id, id),
  constraint automation_executions_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'success'::text, 'failed'::text, 'skipped'::text, 'stopped'::text])))
);
CREATE UNIQUE INDEX automation_executions_cause_key ON automation_executions USING btree (organization_id, automation_id, cause);
CREATE INDEX automation_executions_executed_at_idx ON automation_executions USING btree (executed_at);
CREATE INDEX automation_executions_log_idx ON automation_executions USING btree (organization_id, automation_id, id) WHERE (status <> 'queued'::text);
CREATE INDEX automation_executions_queue_idx ON automation_executions USING btree (organization_id, board_id, status, id);

create table automation_hooks (
  organization_id text collate "C" not null,
  automation_id text collate "C" not null,
  sealed_secret text not null,
  sealed_signing_secret text,
  constraint automation_hooks_pkey PRIMARY KEY (organization_id, automation_id),
  constraint automation_hooks_organization_id_automation_id_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations(organization_id, id) ON DELETE CASCADE
);

create table automation_mail_hours (
  organization_id text collate "C" not null,
  started_at timestamp(3) with time zone not null,
  mails integer not null,
  constraint automation_mail_hours_pkey PRIMARY KEY (organization_id),
  constraint automation_mail_hours_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table automation_schedules (
  organization_id text collate "C" not null,
  automation_id text collate "C" not null,
  next_at timestamp(3) with time zone not null,
  time_zone text not null,
  day date,
  after_item text collate "C",
  constraint automation_schedules_pkey PRIMARY KEY (organization_id, automation_id),
  constraint automation_schedules_organization_id_automation_id_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX automation_schedules_next_at_idx ON automation_schedules USING btree (next_at);

create table automations (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  board_id text collate "C" not null,
  name text not null,
  enabled boolean not null,
  disabled_reason text,
  trigger_type text not null,
  trigger_config jsonb not null,
  conditions jsonb not null,
  actions jsonb not null,
  created_by text collate "C" not null,
  execution_count integer not null default 0,
  last_executed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint automations_pkey PRIMARY KEY (organization_id, id),
  constraint automations_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX automations_board_id_idx ON automations USING btree (organization_id, board_id, trigger_type, id);

create table board_computations (
  organization_id text collate "C" not null,
  board_id text collate "C" not null,
  column_ids text[] collate "C" not null,
  rebuilt_ids text[] collate "C" not null default '{}'::text[],
  after text collate "C" not null,
  done integer not null,
  total integer,
  constraint board_computations_pkey PRIMARY KEY (organization_id, board_id),
  constraint board_computations_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE
);

create table board_members (
  organization_id text collate "C" not null,
  board_id text collate "C" not null,
  user_id text collate "C" not null,
  permission text not null,
  added_by text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint board_members_pkey PRIMARY KEY (organization_id, board_id, user_id),
  constraint board_members_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE,
  constraint board_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  constraint board_members_permission_check CHECK ((permission = ANY (ARRAY['view'::text, 'edit'::text])))
);
CREATE INDEX board_members_user_id_idx ON board_members USING btree (organization_id, user_id);

create table boards (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  workspace_id text collate "C" not null,
  project_id text collate "C" not null,
  name text not null,
  default_view text not null,
  structure_version bigint not null default 0,
  created_by text collate "C" not null,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  archived_at timestamp(3) with time zone,
  "position" integer,
  constraint boards_pkey PRIMARY KEY (organization_id, id),
  constraint boards_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id),
  constraint boards_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id),
  constraint boards_default_view_check CHECK ((default_view = ANY (ARRAY['board'::text, 'table'::text, 'timeline'::text, 'calendar'::text, 'visual'::text])))
);
CREATE INDEX boards_project_id_idx ON boards USING btree (organization_id, project_id, id);
CREATE INDEX boards_workspace_id_idx ON boards USING btree (organization_id, workspace_id);

create table column_changes (
  organization_id text collate "C" not null,
  column_id text collate "C" not null,
  board_id text collate "C" not null,
  kind text not null,
  details jsonb not null,
  actor_id text collate "C",
  after text collate "C" not null default ''::text,
  done integer not null default 0,
  total integer,
  has_failed boolean not null default false,
  constraint column_changes_pkey PRIMARY KEY (organization_id, column_id),
  constraint column_changes_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE,
  constraint column_changes_organization_id_column_id_fkey FOREIGN KEY (organization_id, column_id) REFERENCES columns(organization_id, id) ON DELETE CASCADE,
  constraint column_changes_kind_check CHECK ((kind = ANY (ARRAY['numberItems'::text, 'copyValues'::text, 'replaceLabels'::text, 'addUniqueKeys'::text, 'removeUniqueKeys'::text])))
);
CREATE INDEX column_changes_board_id_idx ON column_changes USING btree (organization_id, board_id);

create table column_counters (
  organization_id text collate "C" not null,
  column_id text collate "C" not null,
  last_number bigint not null,
  constraint column_counters_pkey PRIMARY KEY (organization_id, column_id),
  constraint column_counters_organization_id_column_id_fkey FOREIGN KEY (organization_id, column_id) REFERENCES columns(organization_id, id) ON DELETE CASCADE
);

create table columns (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  board_id text collate "C" not null,
  name text not null,
  type text not null,
  "position" integer not null,
  width integer not null,
  required boolean not null,
  config jsonb not null,
  default_value jsonb,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  key bigint not null,
  constraint columns_pkey PRIMARY KEY (organization_id, id),
  constraint columns_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX columns_board_id_idx ON columns USING btree (organization_id, board_id, "position");
CREATE UNIQUE INDEX columns_key_idx ON columns USING btree (key);
CREATE INDEX columns_result_idx ON columns USING btree (organization_id, board_id) WHERE (config ? 'result'::text);
CREATE INDEX columns_target_idx ON columns USING btree (organization_id, ((config ->> 'targetColumnId'::text)) COLLATE "C") WHERE (config ? 'targetColumnId'::text);
CREATE TRIGGER columns_key BEFORE INSERT OR UPDATE OF key ON columns FOR EACH ROW EXECUTE FUNCTION record_key_assign();

create table comment_counts (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  shard smallint not null,
  count integer not null,
  constraint comment_counts_pkey PRIMARY KEY (organization_id, item_id, shard),
  constraint comment_counts_organization_id_item_id_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id) ON DELETE CASCADE
) with (fillfactor=70);

create table comment_reactions (
  organization_id text collate "C" not null,
  comment_id text collate "C" not null,
  user_id text collate "C" not null,
  emoji text not null,
  created_at timestamp(3) with time zone not null,
  constraint comment_reactions_pkey PRIMARY KEY (organization_id, comment_id, user_id, emoji),
  constraint comment_reactions_organization_id_comment_id_fkey FOREIGN KEY (organization_id, comment_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE
);

create table comments (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  item_id text collate "C" not null,
  parent_id text collate "C",
  author_id text collate "C" not null,
  body text not null,
  body_html text not null,
  mentions text[] not null,
  reply_count integer not null default 0,
  is_pinned boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  tombstone_until timestamp(3) with time zone,
  attachment_count smallint not null default 0,
  constraint comments_pkey PRIMARY KEY (organization_id, id),
  constraint comments_organization_id_item_id_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id) ON DELETE CASCADE,
  constraint comments_organization_id_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX comments_item_id_all_idx ON comments USING btree (organization_id, item_id);
CREATE INDEX comments_item_id_idx ON comments USING btree (organization_id, ((item_id || id))) WHERE ((parent_id IS NULL) AND (tombstone_until IS NULL));
CREATE INDEX comments_parent_id_idx ON comments USING btree (organization_id, parent_id, id);
CREATE INDEX comments_pinned_idx ON comments USING btree (organization_id, item_id, id) WHERE (is_pinned AND (tombstone_until IS NULL));
CREATE INDEX comments_tombstone_until_idx ON comments USING btree (tombstone_until) WHERE (tombstone_until IS NOT NULL);

create table computation_days (
  organization_id text collate "C" not null,
  day text not null,
  calendar text not null,
  constraint computation_days_pkey PRIMARY KEY (organization_id),
  constraint computation_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table credential_attempts (
  user_id text collate "C" not null,
  kind text not null,
  count integer not null,
  since timestamp(3) with time zone not null,
  constraint credential_attempts_pkey PRIMARY KEY (user_id, kind),
  constraint credential_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint credential_attempts_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'second-factor'::text, 'email-change'::text])))
);

create table event_backlogs (
  subscriber text not null,
  organization_id text collate "C" not null,
  sequence bigint not null,
  day date not null,
  attempts integer not null,
  due_at timestamp with time zone not null,
  constraint event_backlogs_pkey PRIMARY KEY (subscriber, organization_id)
);

create table event_failures (
  organization_id text collate "C" not null,
  subscriber text not null,
  event_id text collate "C" not null,
  event jsonb not null,
  error text not null,
  failed_at timestamp with time zone not null,
  constraint event_failures_pkey PRIMARY KEY (organization_id, subscriber, event_id)
);
CREATE INDEX event_failures_failed_at_idx ON event_failures USING btree (failed_at);

create table event_log_head (
  is_only boolean not null default true,
  "position" bigint not null,
  day date not null,
  constraint event_log_head_pkey PRIMARY KEY (is_only),
  constraint event_log_head_is_only_check CHECK (is_only)
) with (fillfactor=10);

create table event_sequences (
  organization_id text collate "C" not null,
  board_id text collate "C" not null,
  last bigint not null,
  constraint event_sequences_pkey PRIMARY KEY (organization_id, board_id)
) with (fillfactor=50);

create table event_subscribers (
  name text not null,
  "position" bigint not null,
  day date not null,
  constraint event_subscribers_pkey PRIMARY KEY (name)
) with (fillfactor=50);

create table events (
  day date not null,
  "position" bigint not null,
  organization_id text collate "C" not null,
  sequence bigint not null,
  board_id text collate "C",
  board_sequence bigint,
  id text collate "C" not null,
  type text not null,
  item_id text collate "C",
  actor_id text collate "C",
  origin jsonb,
  data jsonb not null,
  occurred_at timestamp(3) with time zone not null,
  constraint events_pkey PRIMARY KEY (organization_id, sequence, day),
  constraint events_check CHECK ((num_nulls(board_id, board_sequence) = ANY (ARRAY[0, 2])))
) partition by RANGE (day);
CREATE INDEX events_board_idx ON ONLY events USING btree (organization_id, board_id, board_sequence);
CREATE INDEX events_cause_idx ON ONLY events USING hash (COALESCE((origin ->> 'executionId'::text), (origin ->> 'requestId'::text)));
CREATE UNIQUE INDEX events_position_idx ON ONLY events USING btree ("position", day);

create table file_attachments (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  file_id text collate "C" not null,
  comment_id text collate "C",
  item_id text collate "C",
  submission_id text collate "C",
  board_id text collate "C",
  "position" smallint not null,
  constraint file_attachments_pkey PRIMARY KEY (organization_id, id),
  constraint file_attachments_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE,
  constraint file_attachments_organization_id_comment_id_fkey FOREIGN KEY (organization_id, comment_id) REFERENCES comments(organization_id, id) ON DELETE CASCADE,
  constraint file_attachments_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id),
  constraint file_attachments_organization_id_item_id_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id) ON DELETE CASCADE,
  constraint file_attachments_submission_id_fkey FOREIGN KEY (organization_id, submission_id) REFERENCES form_submissions(organization_id, id) ON DELETE CASCADE,
  constraint file_attachments_check CHECK ((num_nonnulls(comment_id, submission_id) = 1)),
  constraint file_attachments_check1 CHECK (((comment_id IS NULL) = (item_id IS NULL))),
  constraint file_attachments_check2 CHECK (((submission_id IS NULL) = (board_id IS NULL)))
);
CREATE INDEX file_attachments_board_id_idx ON file_attachments USING btree (organization_id, board_id) WHERE (board_id IS NOT NULL);
CREATE INDEX file_attachments_comment_id_idx ON file_attachments USING btree (organization_id, comment_id, "position") WHERE (comment_id IS NOT NULL);
CREATE INDEX file_attachments_file_id_idx ON file_attachments USING btree (organization_id, file_id);
CREATE INDEX file_attachments_item_id_idx ON file_attachments USING btree (organization_id, item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX file_attachments_submission_id_idx ON file_attachments USING btree (organization_id, submission_id, "position") WHERE (submission_id IS NOT NULL);

create table file_removals (
  storage_key text collate "C" not null,
  due_at timestamp(3) with time zone not null default now(),
  constraint file_removals_pkey PRIMARY KEY (storage_key)
);
CREATE INDEX file_removals_due_at_idx ON file_removals USING btree (due_at);

create table file_usage (
  organization_id text collate "C" not null,
  size_bytes bigint not null,
  constraint file_usage_pkey PRIMARY KEY (organization_id)
);

create table files (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  storage_key text collate "C" not null,
  name text not null,
  type text not null,
  size_bytes bigint not null,
  sha256 text collate "C" not null,
  width integer,
  height integer,
  thumbnail_key text collate "C",
  uploaded_by text collate "C",
  form_id text collate "C",
  created_at timestamp(3) with time zone not null,
  stored_at timestamp(3) with time zone,
  unreferenced_since timestamp(3) with time zone,
  thumbnail_bytes integer,
  constraint files_pkey PRIMARY KEY (organization_id, id),
  constraint files_check CHECK (((uploaded_by IS NULL) <> (form_id IS NULL))),
  constraint files_thumbnail_check CHECK ((num_nulls(thumbnail_key, thumbnail_bytes, width, height) = ANY (ARRAY[0, 4])))
);
CREATE INDEX files_form_id_idx ON files USING btree (organization_id, form_id) WHERE ((form_id IS NOT NULL) AND (unreferenced_since IS NOT NULL));
CREATE INDEX files_unreferenced_since_idx ON files USING btree (unreferenced_since) WHERE (unreferenced_since IS NOT NULL);
CREATE TRIGGER files_deleted AFTER DELETE ON files REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION files_remove_content();

create table form_submission_counts (
  organization_id text collate "C" not null,
  form_id text collate "C" not null,
  shard smallint not null,
  count integer not null,
  constraint form_submission_counts_pkey PRIMARY KEY (organization_id, form_id, shard),
  constraint form_submission_counts_organization_id_form_id_fkey FOREIGN KEY (organization_id, form_id) REFERENCES forms(organization_id, id) ON DELETE CASCADE
) with (fillfactor=70);

create table form_submissions (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  form_id text collate "C" not null,
  data jsonb not null,
  omitted jsonb not null,
  item_id text collate "C",
  status text not null,
  submitted_by text collate "C",
  is_only boolean not null,
  submitted_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint form_submissions_pkey PRIMARY KEY (organization_id, id),
  constraint form_submissions_organization_id_form_id_fkey FOREIGN KEY (organization_id, form_id) REFERENCES forms(organization_id, id) ON DELETE CASCADE,
  constraint form_submissions_organization_id_item_id_fkey FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id) ON DELETE SET NULL (item_id)
);
CREATE INDEX form_submissions_form_id_idx ON form_submissions USING btree (organization_id, form_id, id);
CREATE INDEX form_submissions_item_id_idx ON form_submissions USING btree (organization_id, item_id) WHERE (item_id IS NOT NULL);
CREATE UNIQUE INDEX form_submissions_only_key ON form_submissions USING btree (organization_id, form_id, submitted_by) WHERE is_only;
CREATE INDEX form_submissions_status_idx ON form_submissions USING btree (organization_id, form_id, status, id);
CREATE INDEX form_submissions_submitted_by_idx ON form_submissions USING btree (organization_id, form_id, submitted_by) WHERE (submitted_by IS NOT NULL);

create table former_members (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  removed_at timestamp(3) with time zone not null,
  successor_id text collate "C",
  constraint former_members_pkey PRIMARY KEY (organization_id, user_id),
  constraint former_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table forms (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  board_id text collate "C" not null,
  name text not null,
  description text not null,
  status text not null,
  schema jsonb not null,
  mappings jsonb not null,
  settings jsonb not null,
  version integer not null,
  created_by text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  constraint forms_pkey PRIMARY KEY (organization_id, id),
  constraint forms_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX forms_board_id_idx ON forms USING btree (organization_id, board_id, id);

create table groups (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  board_id text collate "C" not null,
  name text not null,
  color text not null,
  "position" integer not null,
  collapsed boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  key bigint not null,
  archived_at timestamp(3) with time zone,
  constraint groups_pkey PRIMARY KEY (organization_id, id),
  constraint groups_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX groups_board_id_idx ON groups USING btree (organization_id, board_id, "position");
CREATE UNIQUE INDEX groups_key_idx ON groups USING btree (key);
CREATE TRIGGER groups_key BEFORE INSERT OR UPDATE OF key ON groups FOR EACH ROW EXECUTE FUNCTION record_key_assign();

create table idempotency_keys (
  owner text not null,
  procedure text not null,
  key text not null,
  input_digest text not null,
  answer text,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (owner, procedure, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);

create table identities (
  provider text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  disconnected_at timestamp(3) with time zone,
  constraint identities_pkey PRIMARY KEY (provider, issuer, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text, 'github'::text, 'oidc'::text])))
);
CREATE INDEX identities_user_id_idx ON identities USING btree (user_id);

create table import_uploads (
  organization_id text collate "C" not null,
  storage_key text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  constraint import_uploads_pkey PRIMARY KEY (organization_id, storage_key)
);
CREATE INDEX import_uploads_created_at_idx ON import_uploads USING btree (created_at);

create table imports (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  board_id text collate "C",
  status text not null,
  total integer not null,
  done integer not null,
  problems jsonb not null,
  work jsonb,
  created_by text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  unresolved jsonb not null default '[]'::jsonb,
  unresolved_count integer not null default 0,
  request_id text,
  project_id text collate "C",
  constraint imports_pkey PRIMARY KEY (organization_id, id),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX imports_created_at_idx ON imports USING btree (created_at);

create table invitation_mails (
  organization_id text collate "C" not null,
  id bigint not null generated always as identity,
  email_key text not null,
  sent_at timestamp(3) with time zone not null,
  constraint invitation_mails_pkey PRIMARY KEY (organization_id, id),
  constraint invitation_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX invitation_mails_age_idx ON invitation_mails USING btree (sent_at);
CREATE INDEX invitation_mails_email_key_idx ON invitation_mails USING btree (email_key, sent_at);
CREATE INDEX invitation_mails_sent_at_idx ON invitation_mails USING btree (organization_id, sent_at);

create table invitations (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  email text not null,
  email_key text not null,
  role text not null,
  workspace_ids text[] not null,
  status text not null,
  token_digest bytea,
  invited_by text collate "C" not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  link_copied_at timestamp(3) with time zone,
  constraint invitations_pkey PRIMARY KEY (organization_id, id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'guest'::text]))),
  constraint invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text, 'expired'::text])))
);
CREATE UNIQUE INDEX invitations_email_key_idx ON invitations USING btree (organization_id, email_key) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX invitations_token_digest_idx ON invitations USING btree (token_digest) WHERE (token_digest IS NOT NULL);
CREATE UNIQUE INDEX invitations_user_id_idx ON invitations USING btree (organization_id, user_id);

create table item_orders (
  organization_id text collate "C" not null,
  key bigint not null,
  board_id text collate "C" not null,
  column_id text collate "C",
  state text not null,
  decided_at timestamp(3) with time zone not null,
  constraint item_orders_pkey PRIMARY KEY (organization_id, key),
  constraint item_orders_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE,
  constraint item_orders_organization_id_column_id_fkey FOREIGN KEY (organization_id, column_id) REFERENCES columns(organization_id, id) ON DELETE CASCADE,
  constraint item_orders_state_check CHECK ((state = ANY (ARRAY['building'::text, 'ready'::text, 'declined'::text])))
);
CREATE UNIQUE INDEX item_orders_board_id_idx ON item_orders USING btree (organization_id, board_id, COALESCE(column_id, ''::text));
CREATE INDEX item_orders_column_id_idx ON item_orders USING btree (organization_id, column_id) WHERE (column_id IS NOT NULL);

create table item_runs (
  lane bigint not null,
  level smallint not null,
  writer integer not null,
  live integer not null,
  end_rank numeric not null,
  constraint item_runs_pkey PRIMARY KEY (lane, level, end_rank, writer)
) with (fillfactor=50);

create table item_values (
  column_key bigint not null,
  item_key bigint not null,
  lane bigint,
  number_key double precision,
  ordinal smallint not null,
  rank numeric not null,
  text_key text collate "C",
  ref text collate "C",
  constraint item_values_pkey PRIMARY KEY (item_key, column_key, ordinal),
  constraint item_values_check CHECK (((column_key >> 40) = (item_key >> 40)))
) with (fillfactor=100, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX item_values_number_key_idx ON item_values USING btree (column_key, lane, number_key, rank, item_key) WHERE ((number_key IS NOT NULL) AND (lane IS NOT NULL));
CREATE INDEX item_values_ref_idx ON item_values USING btree (ref, column_key, item_key) WHERE (ref IS NOT NULL);
CREATE INDEX item_values_text_key_idx ON item_values USING btree (column_key, lane, text_key, rank, item_key) WHERE ((text_key IS NOT NULL) AND (lane IS NOT NULL));
CREATE UNIQUE INDEX item_values_unique_idx ON item_values USING btree (column_key, ref) WHERE ((ordinal = '-1'::integer) AND (lane IS NOT NULL));

create table items (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  board_id text collate "C" not null,
  group_id text collate "C" not null,
  parent_id text collate "C",
  name text not null,
  name_key text collate "C" not null,
  description text,
  "values" jsonb not null,
  rank numeric not null,
  created_by text collate "C" not null,
  archived_at timestamp(3) with time zone,
  trashed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  key bigint not null,
  list bigint not null,
  lane bigint generated always as (
  CASE
      WHEN (trashed_at IS NOT NULL) THEN NULL::bigint
      WHEN (archived_at IS NOT NULL) THEN (- list)
      ELSE list
  END) stored,
  has_orders boolean not null,
  constraint items_pkey PRIMARY KEY (organization_id, id),
  constraint items_organization_id_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES items(organization_id, id) ON DELETE CASCADE,
  constraint items_check CHECK (((key >> 40) = (list >> 40)))
) with (fillfactor=75);
CREATE INDEX items_board_id_id_idx ON items USING btree (board_id, id);
CREATE UNIQUE INDEX items_key_idx ON items USING btree (key);
CREATE INDEX items_lane_created_at_idx ON items USING btree (lane, created_at, rank, key) WHERE (lane IS NOT NULL);
CREATE INDEX items_lane_created_by_idx ON items USING btree (lane, created_by, rank, key) WHERE (lane IS NOT NULL);
CREATE INDEX items_lane_name_idx ON items USING btree (lane, name_key, rank, key) WHERE (lane IS NOT NULL);
CREATE INDEX items_lane_rank_idx ON items USING btree (lane, rank, key) WHERE (lane IS NOT NULL);
CREATE INDEX items_name_grams_idx ON items USING gin (item_name_grams(board_id, name));
CREATE INDEX items_parent_id_idx ON items USING btree (organization_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE TRIGGER items_has_orders BEFORE INSERT ON items FOR EACH ROW WHEN ((new.has_orders IS NULL)) EXECUTE FUNCTION item_orders_mark();
CREATE TRIGGER items_has_orders_of_board BEFORE UPDATE OF board_id ON items FOR EACH ROW WHEN ((new.board_id <> old.board_id)) EXECUTE FUNCTION item_orders_mark();
CREATE TRIGGER items_key BEFORE INSERT ON items FOR EACH ROW WHEN ((new.key IS NULL)) EXECUTE FUNCTION record_key_assign();
CREATE TRIGGER items_key_is_kept BEFORE UPDATE OF key ON items FOR EACH ROW EXECUTE FUNCTION record_key_assign();
CREATE TRIGGER items_list BEFORE INSERT ON items FOR EACH ROW WHEN ((new.list IS NULL)) EXECUTE FUNCTION item_list_assign();
CREATE TRIGGER items_list_of_group BEFORE UPDATE OF group_id ON items FOR EACH ROW WHEN (((new.parent_id IS NULL) AND (new.group_id <> old.group_id))) EXECUTE FUNCTION item_list_assign();
CREATE TRIGGER items_orders AFTER INSERT OR UPDATE OF updated_at, "values" ON items FOR EACH ROW WHEN (new.has_orders) EXECUTE FUNCTION item_orders_write();

create table members (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  role text not null,
  status text not null,
  joined_at timestamp(3) with time zone,
  last_active_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint members_pkey PRIMARY KEY (organization_id, user_id),
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'guest'::text]))),
  constraint members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'deactivated'::text])))
);
CREATE UNIQUE INDEX members_owner_idx ON members USING btree (organization_id) WHERE (role = 'owner'::text);
CREATE INDEX members_user_id_idx ON members USING btree (user_id);
CREATE TRIGGER members_deactivation_revokes_grants AFTER UPDATE OF status ON members FOR EACH ROW WHEN ((new.status = 'deactivated'::text)) EXECUTE FUNCTION oauth_grants_revoke();
CREATE CONSTRAINT TRIGGER members_owner_required AFTER DELETE OR UPDATE OF role ON members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION members_owner_required();

create table notification_counts (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  board_id text collate "C" not null,
  unread integer not null,
  constraint notification_counts_pkey PRIMARY KEY (organization_id, user_id, board_id),
  constraint notification_counts_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
) with (fillfactor=70);

create table notification_due_days (
  organization_id text collate "C" not null,
  day text not null,
  constraint notification_due_days_pkey PRIMARY KEY (organization_id),
  constraint notification_due_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table notification_mail_hours (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  board_id text collate "C" not null,
  started_at timestamp(3) with time zone not null,
  mails integer not null,
  constraint notification_mail_hours_pkey PRIMARY KEY (organization_id, user_id, board_id),
  constraint notification_mail_hours_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX notification_mail_hours_started_at_idx ON notification_mail_hours USING btree (started_at);

create table notification_mails (
  organization_id text collate "C" not null,
  notification_id text collate "C" not null,
  user_id text collate "C" not null,
  board_id text collate "C" not null,
  is_digest boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint notification_mails_pkey PRIMARY KEY (organization_id, user_id, notification_id),
  constraint notification_mails_organization_id_user_id_notification_id_fkey FOREIGN KEY (organization_id, user_id, notification_id) REFERENCES notifications(organization_id, user_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_mails_created_at_idx ON notification_mails USING btree (created_at);
CREATE INDEX notification_mails_digest_idx ON notification_mails USING btree (organization_id, user_id, board_id, notification_id) WHERE is_digest;

create table notification_preferences (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text not null,
  in_app boolean not null,
  email boolean not null,
  updated_at timestamp(3) with time zone not null,
  constraint notification_preferences_pkey PRIMARY KEY (organization_id, user_id, kind),
  constraint notification_preferences_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX notification_preferences_due_idx ON notification_preferences USING btree (organization_id, user_id) WHERE ((kind = 'due'::text) AND (in_app OR email));

create table notifications (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  source text collate "C" not null,
  kind text not null,
  actor_id text collate "C",
  board_id text collate "C",
  item_id text collate "C",
  comment_id text collate "C",
  details jsonb not null,
  in_app boolean not null,
  is_hidden boolean not null default false,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint notifications_pkey PRIMARY KEY (organization_id, user_id, id),
  constraint notifications_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX notifications_created_at_idx ON notifications USING btree (created_at);
CREATE INDEX notifications_item_id_idx ON notifications USING btree (organization_id, item_id) WHERE (item_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_source_idx ON notifications USING btree (organization_id, user_id, source);
CREATE INDEX notifications_unread_idx ON notifications USING btree (organization_id, user_id, id) WHERE (in_app AND (NOT is_hidden) AND (read_at IS NULL));
CREATE TRIGGER notifications_deleted AFTER DELETE ON notifications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION notification_counts_change();
CREATE TRIGGER notifications_inserted AFTER INSERT ON notifications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notification_counts_change();
CREATE TRIGGER notifications_updated AFTER UPDATE ON notifications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notification_counts_change();

create table oauth_access_tokens (
  organization_id text collate "C" not null,
  secret_digest bytea not null,
  family_id bigint not null,
  scopes text[] not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint oauth_access_tokens_pkey PRIMARY KEY (organization_id, secret_digest),
  constraint oauth_access_tokens_organization_id_family_id_fkey FOREIGN KEY (organization_id, family_id) REFERENCES oauth_families(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_access_tokens_expires_at_idx ON oauth_access_tokens USING btree (expires_at);
CREATE INDEX oauth_access_tokens_family_id_idx ON oauth_access_tokens USING btree (organization_id, family_id);
CREATE UNIQUE INDEX oauth_access_tokens_secret_digest_idx ON oauth_access_tokens USING btree (secret_digest);

create table oauth_applications (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  client_id text collate "C" not null,
  secret_digest bytea,
  redirect_uris text[] not null,
  scopes text[] not null,
  created_by text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint oauth_applications_pkey PRIMARY KEY (organization_id, id),
  constraint oauth_applications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX oauth_applications_client_id_idx ON oauth_applications USING btree (client_id);

create table oauth_families (
  organization_id text collate "C" not null,
  id bigint not null generated always as identity,
  grant_id text collate "C" not null,
  scopes text[] not null,
  redirect_uri text not null,
  code_digest bytea not null,
  code_challenge text,
  redeemed_at timestamp(3) with time zone,
  selector_digest bytea,
  refresh_digest bytea,
  refresh_expires_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint oauth_families_pkey PRIMARY KEY (organization_id, id),
  constraint oauth_families_organization_id_grant_id_fkey FOREIGN KEY (organization_id, grant_id) REFERENCES oauth_grants(organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX oauth_families_code_digest_idx ON oauth_families USING btree (code_digest);
CREATE INDEX oauth_families_expires_at_idx ON oauth_families USING btree (LEAST(expires_at, refresh_expires_at));
CREATE INDEX oauth_families_grant_id_idx ON oauth_families USING btree (organization_id, grant_id);
CREATE UNIQUE INDEX oauth_families_selector_digest_idx ON oauth_families USING btree (selector_digest) WHERE (selector_digest IS NOT NULL);

create table oauth_grants (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  application_organization_id text collate "C" not null,
  application_id text collate "C" not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint oauth_grants_pkey PRIMARY KEY (organization_id, id),
  constraint oauth_grants_application_organization_id_application_id_fkey FOREIGN KEY (application_organization_id, application_id) REFERENCES oauth_applications(organization_id, id) ON DELETE CASCADE,
  constraint oauth_grants_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_application_idx ON oauth_grants USING btree (application_organization_id, application_id);
CREATE UNIQUE INDEX oauth_grants_once_idx ON oauth_grants USING btree (organization_id, user_id, application_id);
CREATE INDEX oauth_grants_user_id_idx ON oauth_grants USING btree (user_id);

create table oauth_session_transfers (
  organization_id text collate "C" not null,
  browser_digest bytea not null,
  continue_to text not null,
  session_id text collate "C",
  code_digest bytea,
  expires_at timestamp(3) with time zone not null,
  constraint oauth_session_transfers_pkey PRIMARY KEY (organization_id, browser_digest),
  constraint oauth_session_transfers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint oauth_session_transfers_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX oauth_session_transfers_code_digest_idx ON oauth_session_transfers USING btree (code_digest) WHERE (code_digest IS NOT NULL);
CREATE INDEX oauth_session_transfers_expires_at_idx ON oauth_session_transfers USING btree (expires_at);
CREATE INDEX oauth_session_transfers_session_id_idx ON oauth_session_transfers USING btree (session_id) WHERE (session_id IS NOT NULL);

create table organization_exports (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  status text not null,
  progress smallint not null,
  storage_key text collate "C",
  size_bytes bigint,
  sha256 text,
  created_by text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  completed_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  constraint organization_exports_pkey PRIMARY KEY (organization_id, id),
  constraint organization_exports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint organization_exports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX organization_exports_expires_at_idx ON organization_exports USING btree (expires_at);
CREATE UNIQUE INDEX organization_exports_running_idx ON organization_exports USING btree (organization_id) WHERE (status = 'running'::text);
CREATE TRIGGER organization_exports_remove_content AFTER DELETE ON organization_exports REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION organization_exports_remove_content();

create table organizations (
  id text collate "C" not null,
  name text not null,
  slug text not null,
  logo text,
  timezone text not null,
  date_format text not null,
  week_start text not null,
  language text not null,
  plan text not null,
  two_factor_required_from timestamp(3) with time zone,
  sign_on_enforced boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  outbound_hosts text[],
  number bigint not null generated always as identity,
  max_token_lifetime_days integer,
  token_lifetime_covers_existing boolean not null default false,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_max_token_lifetime_check CHECK (((max_token_lifetime_days >= 1) AND (max_token_lifetime_days <= 366)))
);
CREATE UNIQUE INDEX organizations_number_idx ON organizations USING btree (number);
CREATE UNIQUE INDEX organizations_slug_idx ON organizations USING btree (slug);

create table outbox (
  sequence bigint not null generated always as identity,
  id text collate "C" not null,
  organization_id text collate "C" not null,
  type text not null,
  board_id text collate "C",
  item_id text collate "C",
  actor_id text collate "C",
  data jsonb not null,
  occurred_at timestamp(3) with time zone not null,
  origin jsonb,
  constraint outbox_pkey PRIMARY KEY (sequence)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table password_resets (
  user_id text collate "C" not null,
  token_digest bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (user_id),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_expires_at_idx ON password_resets USING btree (expires_at);
CREATE UNIQUE INDEX password_resets_token_digest_idx ON password_resets USING btree (token_digest);

create table people_group_members (
  organization_id text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  constraint people_group_members_pkey PRIMARY KEY (organization_id, group_id, user_id),
  constraint people_group_members_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES people_groups(organization_id, id) ON DELETE CASCADE,
  constraint people_group_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX people_group_members_user_id_idx ON people_group_members USING btree (organization_id, user_id);

create table people_groups (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  name_key text collate "C" not null,
  description text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint people_groups_pkey PRIMARY KEY (organization_id, id),
  constraint people_groups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX people_groups_name_key_idx ON people_groups USING btree (organization_id, name_key);

create table planned_numbers (
  organization_id text collate "C" not null,
  column_id text collate "C" not null,
  number bigint not null,
  item_id text collate "C" not null,
  constraint planned_numbers_pkey PRIMARY KEY (organization_id, column_id, number),
  constraint planned_numbers_organization_id_column_id_fkey FOREIGN KEY (organization_id, column_id) REFERENCES columns(organization_id, id) ON DELETE CASCADE
);

create table previous_owners (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  owned_until timestamp(3) with time zone not null,
  constraint previous_owners_pkey PRIMARY KEY (organization_id, user_id),
  constraint previous_owners_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table projects (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  workspace_id text collate "C" not null,
  name text not null,
  description text,
  icon text,
  created_by text collate "C" not null,
  archived_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint projects_pkey PRIMARY KEY (organization_id, id),
  constraint projects_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id)
);
CREATE INDEX projects_workspace_id_idx ON projects USING btree (organization_id, workspace_id, id);

create table provisioned_accounts (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  constraint provisioned_accounts_pkey PRIMARY KEY (organization_id, user_id),
  constraint provisioned_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint provisioned_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX provisioned_accounts_user_id_idx ON provisioned_accounts USING btree (user_id);

create table recovery_codes (
  user_id text collate "C" not null,
  digest bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, digest),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

create table schedule_runs (
  name text not null,
  kind text not null default ''::text,
  started_at timestamp with time zone not null,
  duration_ms integer,
  outcome text not null,
  rows_removed bigint,
  error text,
  last_succeeded_at timestamp with time zone,
  constraint schedule_runs_pkey PRIMARY KEY (name, kind),
  constraint schedule_runs_outcome_check CHECK ((outcome = ANY (ARRAY['running'::text, 'succeeded'::text, 'interrupted'::text, 'failed'::text])))
) with (fillfactor=50);

create table schedule_slots (
  name text not null,
  slot timestamp with time zone not null,
  constraint schedule_slots_pkey PRIMARY KEY (name)
);

create table schema_functions (
  name text not null,
  digest text not null,
  constraint schema_functions_pkey PRIMARY KEY (name)
);

create table schema_migrations (
  id integer not null default nextval('schema_migrations_id_seq'::regclass),
  "timestamp" bigint not null,
  name character varying not null,
  constraint "PK_62441bec32630ced9e4cccae336" PRIMARY KEY (id)
);

create table schema_release (
  singleton boolean not null default true,
  version text not null,
  compatible_since text not null,
  constraint schema_release_pkey PRIMARY KEY (singleton),
  constraint schema_release_singleton_check CHECK (singleton)
);

create table scim_group_members (
  organization_id text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  constraint scim_group_members_pkey PRIMARY KEY (organization_id, group_id, user_id),
  constraint scim_group_members_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES scim_groups(organization_id, id) ON DELETE CASCADE,
  constraint scim_group_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX scim_group_members_user_id_idx ON scim_group_members USING btree (organization_id, user_id);
CREATE TRIGGER scim_group_members_deleted AFTER DELETE ON scim_group_members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION scim_groups_touch();

create table scim_groups (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  display_name text not null,
  display_name_key text collate "C" not null,
  external_id text collate "C",
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint scim_groups_pkey PRIMARY KEY (organization_id, id),
  constraint scim_groups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scim_groups_display_name_key_idx ON scim_groups USING btree (organization_id, display_name_key);
CREATE INDEX scim_groups_external_id_idx ON scim_groups USING btree (organization_id, external_id);

create table scim_tokens (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  secret_digest bytea not null,
  created_by text collate "C" not null,
  created_with text collate "C",
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint scim_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint scim_tokens_organization_id_created_with_fkey FOREIGN KEY (organization_id, created_with) REFERENCES tokens(organization_id, id) ON DELETE CASCADE,
  constraint scim_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX scim_tokens_created_with_idx ON scim_tokens USING btree (organization_id, created_with);
CREATE INDEX scim_tokens_expires_at_idx ON scim_tokens USING btree (expires_at);
CREATE UNIQUE INDEX scim_tokens_secret_digest_idx ON scim_tokens USING btree (secret_digest);

create table scim_users (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  user_name text,
  user_name_key text collate "C",
  external_id text collate "C",
  display_name text,
  formatted_name text,
  given_name text,
  family_name text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint scim_users_pkey PRIMARY KEY (organization_id, user_id),
  constraint scim_users_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX scim_users_external_id_idx ON scim_users USING btree (organization_id, external_id);
CREATE UNIQUE INDEX scim_users_user_name_key_idx ON scim_users USING btree (organization_id, user_name_key);

create table search_documents (
  organization_number integer not null,
  workspace_number integer not null,
  type "char" not null,
  place text collate "C" not null,
  name text collate "C" not null,
  name_words text collate "C",
  words text collate "C" not null,
  body text not null,
  constraint search_documents_pkey PRIMARY KEY (organization_number, place, type),
  constraint search_documents_organization_number_fkey FOREIGN KEY (organization_number) REFERENCES organizations(number) ON DELETE CASCADE,
  constraint search_documents_type_check CHECK ((type = ANY (ARRAY['i'::"char", 'b'::"char", 'p'::"char", 'c'::"char"])))
);
CREATE INDEX search_documents_lexemes_idx ON search_documents USING gin (search_lexemes(organization_number, workspace_number, type, name, name_words, words)) WITH (gin_pending_list_limit='512');
CREATE INDEX search_documents_name_idx ON search_documents USING btree (workspace_number, type, name);

create table search_fills (
  organization_id text collate "C" not null,
  constraint search_fills_pkey PRIMARY KEY (organization_id),
  constraint search_fills_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

create table search_words (
  organization_number integer not null,
  word text collate "C" not null,
  constraint search_words_pkey PRIMARY KEY (organization_number, word),
  constraint search_words_organization_number_fkey FOREIGN KEY (organization_number) REFERENCES organizations(number) ON DELETE CASCADE
);
CREATE INDEX search_words_trigrams_idx ON search_words USING gin (search_trigrams(organization_number, (('^'::text || word) || '$'::text))) WITH (gin_pending_list_limit='512');

create table second_factors (
  user_id text collate "C" not null,
  sealed_key text not null,
  started_at timestamp(3) with time zone not null,
  enabled_at timestamp(3) with time zone,
  last_step bigint not null default 0,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sessions (
  id text collate "C" not null,
  user_id text collate "C" not null,
  method text not null default 'password'::text,
  organization_id text collate "C",
  origin_id text collate "C",
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  ip text,
  user_agent text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sessions_origin_id_fkey FOREIGN KEY (origin_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_method_check CHECK ((method = ANY (ARRAY['password'::text, 'saml'::text, 'oidc'::text, 'provider'::text])))
);
CREATE INDEX sessions_expires_at_idx ON sessions USING btree (expires_at);
CREATE INDEX sessions_organization_id_idx ON sessions USING btree (organization_id) WHERE (organization_id IS NOT NULL);
CREATE INDEX sessions_origin_id_idx ON sessions USING btree (origin_id) WHERE (origin_id IS NOT NULL);
CREATE INDEX sessions_user_id_idx ON sessions USING btree (user_id);

create table sso_certificate_notices (
  organization_id text collate "C" not null,
  fingerprint text collate "C" not null,
  days integer not null,
  created_at timestamp(3) with time zone not null,
  constraint sso_certificate_notices_pkey PRIMARY KEY (organization_id, fingerprint, days),
  constraint sso_certificate_notices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES sso_connections(organization_id) ON DELETE CASCADE
);

create table sso_connections (
  organization_id text collate "C" not null,
  type text not null,
  entity_id text,
  sso_url text,
  certificates text[] not null default '{}'::text[],
  sign_requests boolean not null,
  slo_url text,
  slo_response_url text,
  issuer text,
  client_id text,
  sealed_client_secret text,
  scopes text[] not null default '{}'::text[],
  email_attribute text not null,
  name_attribute text not null,
  groups_attribute text,
  default_role text not null,
  group_roles jsonb not null default '{}'::jsonb,
  domains text[] not null default '{}'::text[],
  tested_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sso_connections_pkey PRIMARY KEY (organization_id),
  constraint sso_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sso_connections_default_role_check CHECK ((default_role = ANY (ARRAY['member'::text, 'guest'::text]))),
  constraint sso_connections_type_check CHECK ((type = ANY (ARRAY['saml'::text, 'oidc'::text])))
);

create table sso_domains (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  domain text collate "C" not null,
  proof text not null,
  verified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint sso_domains_pkey PRIMARY KEY (organization_id, id),
  constraint sso_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sso_domains_domain_idx ON sso_domains USING btree (organization_id, domain);
CREATE UNIQUE INDEX sso_domains_verified_idx ON sso_domains USING btree (domain) WHERE (verified_at IS NOT NULL);

create table sso_identities (
  organization_id text collate "C" not null,
  issuer text not null,
  subject text not null,
  user_id text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  is_self_verified boolean not null,
  last_used_at timestamp(3) with time zone not null,
  constraint sso_identities_pkey PRIMARY KEY (organization_id, issuer, subject),
  constraint sso_identities_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sso_identities_user_id_idx ON sso_identities USING btree (organization_id, user_id, issuer);

create table sso_keys (
  organization_id text collate "C" not null,
  purpose text not null,
  sealed_private_key text not null,
  certificate text not null,
  created_at timestamp(3) with time zone not null,
  constraint sso_keys_pkey PRIMARY KEY (organization_id, purpose),
  constraint sso_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sso_keys_purpose_check CHECK ((purpose = ANY (ARRAY['signing'::text, 'encryption'::text])))
);

create table sso_logouts (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  browser_digest bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint sso_logouts_pkey PRIMARY KEY (organization_id, id),
  constraint sso_logouts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX sso_logouts_expires_at_idx ON sso_logouts USING btree (expires_at);

create table sso_requests (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  browser_digest bytea,
  tester_id text collate "C",
  expires_at timestamp(3) with time zone not null,
  constraint sso_requests_pkey PRIMARY KEY (organization_id, id),
  constraint sso_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX sso_requests_expires_at_idx ON sso_requests USING btree (expires_at);

create table sso_sessions (
  organization_id text collate "C" not null,
  session_id text collate "C" not null,
  issuer text not null,
  subject text not null,
  subject_attributes jsonb not null,
  session_index text,
  constraint sso_sessions_pkey PRIMARY KEY (session_id),
  constraint sso_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sso_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX sso_sessions_subject_idx ON sso_sessions USING btree (organization_id, issuer, subject);

create table sso_used_messages (
  organization_id text collate "C" not null,
  digest bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint sso_used_messages_pkey PRIMARY KEY (organization_id, digest),
  constraint sso_used_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX sso_used_messages_expires_at_idx ON sso_used_messages USING btree (expires_at);

create table templates (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  name text not null,
  content jsonb not null,
  created_by text collate "C" not null,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint templates_pkey PRIMARY KEY (organization_id, id),
  constraint templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint templates_kind_check CHECK ((kind = ANY (ARRAY['board'::text, 'project'::text])))
);

create table tokens (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  scopes text[] not null,
  secret_digest bytea not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  workspace_ids text[],
  board_ids text[],
  allowed_cidrs text[],
  constraint tokens_pkey PRIMARY KEY (organization_id, id),
  constraint tokens_member_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  constraint tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint tokens_limits_check CHECK ((((workspace_ids IS NULL) OR (board_ids IS NULL)) AND ((cardinality(workspace_ids) >= 1) AND (cardinality(workspace_ids) <= 50)) AND ((cardinality(board_ids) >= 1) AND (cardinality(board_ids) <= 50)) AND ((cardinality(allowed_cidrs) >= 1) AND (cardinality(allowed_cidrs) <= 20))))
);
CREATE UNIQUE INDEX tokens_secret_digest_idx ON tokens USING btree (secret_digest);
CREATE INDEX tokens_user_id_idx ON tokens USING btree (organization_id, user_id, id);

create table trash_entries (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  board_id text collate "C" not null,
  workspace_id text collate "C" not null,
  trashed_at timestamp(3) with time zone not null,
  trashed_by text collate "C",
  tombstone_until timestamp(3) with time zone,
  constraint trash_entries_pkey PRIMARY KEY (organization_id, item_id)
);
CREATE INDEX trash_entries_board_id_idx ON trash_entries USING btree (organization_id, board_id, trashed_at, item_id) WHERE (tombstone_until IS NULL);
CREATE INDEX trash_entries_tombstone_until_idx ON trash_entries USING btree (tombstone_until) WHERE (tombstone_until IS NOT NULL);
CREATE INDEX trash_entries_trashed_at_idx ON trash_entries USING btree (trashed_at) WHERE (tombstone_until IS NULL);
CREATE INDEX trash_entries_workspace_id_idx ON trash_entries USING btree (organization_id, workspace_id, trashed_at, item_id) WHERE (tombstone_until IS NULL);

create table unsealed_audit_entries (
  number bigint not null generated always as identity,
  organization_id text collate "C" not null,
  entry_id text collate "C" not null,
  at timestamp(3) with time zone not null,
  constraint unsealed_audit_entries_pkey PRIMARY KEY (number)
);

create table used_login_flows (
  digest bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint used_login_flows_pkey PRIMARY KEY (digest)
);
CREATE INDEX used_login_flows_expires_at_idx ON used_login_flows USING btree (expires_at);

create table user_preferences (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  entries jsonb not null,
  updated_at timestamp(3) with time zone not null,
  constraint user_preferences_pkey PRIMARY KEY (organization_id, user_id),
  constraint user_preferences_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);

create table users (
  id text collate "C" not null,
  email text not null,
  email_key text not null,
  email_confirmed_at timestamp(3) with time zone,
  name text not null,
  avatar text,
  password_hash text,
  has_second_factor boolean not null default false,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  is_service_account boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_service_account_check CHECK (((NOT is_service_account) OR ((password_hash IS NULL) AND (strpos(email_key, '@'::text) = 0))))
);
CREATE UNIQUE INDEX users_email_key_idx ON users USING btree (email_key);

create table views (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  board_id text collate "C" not null,
  name text not null,
  layout text not null,
  filters jsonb not null,
  sort_by text,
  sort_dir text not null,
  group_by text,
  hidden_columns text[] not null,
  created_by text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  options jsonb not null default '{}'::jsonb,
  personal_of text collate "C",
  "position" integer,
  constraint views_pkey PRIMARY KEY (organization_id, id),
  constraint views_organization_id_board_id_fkey FOREIGN KEY (organization_id, board_id) REFERENCES boards(organization_id, id) ON DELETE CASCADE,
  constraint views_organization_id_personal_of_fkey FOREIGN KEY (organization_id, personal_of) REFERENCES members(organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX views_board_id_idx ON views USING btree (organization_id, board_id, id);
CREATE INDEX views_personal_of_idx ON views USING btree (organization_id, personal_of, board_id);

create table webhook_deliveries (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  event_sequence bigint not null,
  event_day date not null,
  item_id text collate "C",
  status text not null,
  due_at timestamp(3) with time zone,
  claim text collate "C",
  attempts integer not null default 0,
  failures integer not null default 0,
  payload text,
  url text,
  request_headers jsonb,
  response_status integer,
  response_headers jsonb,
  response_body text,
  error text,
  duration_ms integer,
  attempted_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_claimed_idx ON webhook_deliveries USING btree (organization_id, webhook_id) WHERE (claim IS NOT NULL);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries USING btree (organization_id, webhook_id, due_at) WHERE ((status = 'pending'::text) AND (due_at IS NOT NULL));
CREATE UNIQUE INDEX webhook_deliveries_event_idx ON webhook_deliveries USING btree (organization_id, webhook_id, event_id);
CREATE INDEX webhook_deliveries_expires_at_idx ON webhook_deliveries USING btree (expires_at);
CREATE INDEX webhook_deliveries_item_idx ON webhook_deliveries USING btree (organization_id, webhook_id, item_id, event_sequence) WHERE ((status = 'pending'::text) AND (item_id IS NOT NULL));
CREATE INDEX webhook_deliveries_unsuccessful_idx ON webhook_deliveries USING btree (organization_id, webhook_id, status, event_id) WHERE (status = ANY (ARRAY['pending'::text, 'failed'::text]));

create table webhooks (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  url text not null,
  events text[] not null,
  project_id text collate "C",
  sealed_secret text not null,
  sealed_previous_secret text,
  previous_secret_expires_at timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  enabled_after_sequence bigint not null,
  failing_since timestamp(3) with time zone,
  is_slow boolean not null default false,
  created_by text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (organization_id, id),
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint webhooks_organization_id_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhooks_project_id_idx ON webhooks USING btree (organization_id, project_id) WHERE (project_id IS NOT NULL);

create table workspace_groups (
  organization_id text collate "C" not null,
  workspace_id text collate "C" not null,
  group_id text collate "C" not null,
  people_group_id text collate "C",
  directory_group_id text collate "C",
  role text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint workspace_groups_pkey PRIMARY KEY (organization_id, workspace_id, group_id),
  constraint workspace_groups_organization_id_directory_group_id_fkey FOREIGN KEY (organization_id, directory_group_id) REFERENCES scim_groups(organization_id, id) ON DELETE CASCADE,
  constraint workspace_groups_organization_id_people_group_id_fkey FOREIGN KEY (organization_id, people_group_id) REFERENCES people_groups(organization_id, id) ON DELETE CASCADE,
  constraint workspace_groups_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE,
  constraint workspace_groups_check CHECK (((num_nonnulls(people_group_id, directory_group_id) = 1) AND (group_id = COALESCE(people_group_id, directory_group_id)))),
  constraint workspace_groups_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'viewer'::text])))
);
CREATE INDEX workspace_groups_directory_group_id_idx ON workspace_groups USING btree (organization_id, directory_group_id);
CREATE INDEX workspace_groups_group_id_idx ON workspace_groups USING btree (organization_id, group_id);
CREATE INDEX workspace_groups_people_group_id_idx ON workspace_groups USING btree (organization_id, people_group_id);

create table workspace_members (
  organization_id text collate "C" not null,
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint workspace_members_pkey PRIMARY KEY (organization_id, workspace_id, user_id),
  constraint workspace_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES members(organization_id, user_id) ON DELETE CASCADE,
  constraint workspace_members_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE,
  constraint workspace_members_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'viewer'::text])))
);
CREATE INDEX workspace_members_user_id_idx ON workspace_members USING btree (organization_id, user_id);

create table workspaces (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  description text,
  color text not null,
  icon text,
  visibility text not null,
  created_by text collate "C" not null,
  archived_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  number integer not null generated always as identity,
  constraint workspaces_pkey PRIMARY KEY (organization_id, id),
  constraint workspaces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint workspaces_visibility_check CHECK ((visibility = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE UNIQUE INDEX workspaces_number_idx ON workspaces USING btree (number);

create function audit_entries_await_seal() returns trigger language plpgsql;

create function audit_entries_reject_change() returns trigger language plpgsql;

create function board_structure_change(
  p_organization text,
  p_board text
) returns void language plpgsql;

create function board_structure_lock(
  p_organization text,
  p_board text,
  p_version bigint
) returns void language plpgsql;

create function event_log_append(
  p_max_events integer,
  p_max_bytes bigint
) returns TABLE(appended bigint, head bigint) language plpgsql;

create function files_remove_content() returns trigger language plpgsql;

create function form_submit(
  p_organization text,
  p_board text,
  p_version bigint,
  p_group text,
  p_parent text,
  p_position bigint,
  p_id text,
  p_name text,
  p_name_key text,
  p_description text,
  p_values jsonb,
  p_number_columns text[],
  p_columns bigint[],
  p_ordinals smallint[],
  p_number_keys double precision[],
  p_text_keys text[],
  p_refs text[],
  p_creator text,
  p_actor text,
  p_now timestamp with time zone,
  p_event_id text,
  p_origin jsonb,
  p_form text,
  p_form_version integer,
  p_submission text,
  p_data jsonb,
  p_omitted jsonb,
  p_is_only boolean,
  p_submitted_event_id text,
  p_submitted_event text,
  p_submitted_data jsonb
) returns TABLE(item_lane bigint, item_rank text, needs_maintenance boolean) language plpgsql;

create function group_lane(
  p_organization text,
  p_group text
) returns bigint language plpgsql stable;

create function item_block_size(
  p_items numeric
) returns integer language plpgsql immutable;

create function item_blocks_divide(
  p_lane bigint,
  p_from numeric,
  p_to numeric,
  p_runs integer
) returns void language plpgsql;

create function item_blocks_rebuild(
  p_lane bigint
) returns void language plpgsql;

create function item_bulk_create(
  p_organization text,
  p_board text,
  p_group text,
  p_position bigint,
  p_ids text[],
  p_parents text[],
  p_names text[],
  p_name_keys text[],
  p_descriptions text[],
  p_values jsonb[],
  p_entry_items text[],
  p_columns bigint[],
  p_ordinals smallint[],
  p_number_keys double precision[],
  p_text_keys text[],
  p_refs text[],
  p_creator text,
  p_actor text,
  p_now timestamp with time zone,
  p_event_ids text[],
  p_origin jsonb
) returns TABLE(maintenance_lane bigint, maintenance_rank text) language plpgsql;

create function item_bulk_move(
  p_organization text,
  p_items text[],
  p_group text,
  p_position bigint,
  p_now timestamp with time zone
) returns TABLE(moved_id text, moved_position bigint, moved_rank text, previous_group text, previous_rank text, has_changed boolean, needs_maintenance boolean) language plpgsql;

create function item_bulk_relocate(
  p_organization text,
  p_board text,
  p_ids text[],
  p_values jsonb[],
  p_entry_items text[],
  p_columns bigint[],
  p_ordinals smallint[],
  p_number_keys double precision[],
  p_text_keys text[],
  p_refs text[],
  p_now timestamp with time zone
) returns void language plpgsql;

create function item_change_state(
  p_organization text,
  p_items text[],
  p_archived timestamp with time zone,
  p_trashed timestamp with time zone,
  p_group text,
  p_now timestamp with time zone
) returns void language plpgsql;

create function item_count_add(
  p_lane bigint,
  p_rank numeric,
  p_delta integer
) returns boolean language plpgsql;

create function item_counts_add(
  p_lane bigint,
  p_ranks numeric[],
  p_delta integer
) returns numeric language plpgsql;

create function item_create(
  p_organization text,
  p_board text,
  p_version bigint,
  p_group text,
  p_parent text,
  p_position bigint,
  p_id text,
  p_name text,
  p_name_key text,
  p_description text,
  p_values jsonb,
  p_number_columns text[],
  p_columns bigint[],
  p_ordinals smallint[],
  p_number_keys double precision[],
  p_text_keys text[],
  p_refs text[],
  p_creator text,
  p_actor text,
  p_now timestamp with time zone,
  p_event_id text,
  p_origin jsonb
) returns TABLE(item_position bigint, item_values text, item_lane bigint, item_rank text, needs_maintenance boolean) language plpgsql;

create function item_group_archive(
  p_organization text,
  p_board text,
  p_group text,
  p_archived timestamp with time zone,
  p_now timestamp with time zone
) returns void language plpgsql;

create function item_group_merge(
  p_organization text,
  p_board text,
  p_from text,
  p_to text,
  p_now timestamp with time zone
) returns void language plpgsql;

create function item_group_restore(
  p_organization text,
  p_board text,
  p_group text,
  p_archived timestamp with time zone,
  p_now timestamp with time zone
) returns void language plpgsql;

create function item_group_trash(
  p_organization text,
  p_board text,
  p_group text,
  p_now timestamp with time zone
) returns SETOF text language plpgsql;

create function item_lane_length(
  p_lane bigint
) returns bigint language plpgsql stable;

create function item_lane_lock(
  p_lane bigint,
  p_exclusive boolean
) returns void language plpgsql;

create function item_lane_maintain(
  p_board text,
  p_lane bigint,
  p_rank numeric
) returns void language plpgsql;

create function item_lane_rebuild(
  p_lane bigint
) returns void language plpgsql;

create function item_lanes_lock(
  p_lanes bigint[]
) returns void language plpgsql;

create function item_list_assign() returns trigger language plpgsql;

create function item_lists_lock(
  p_organization text,
  p_items text[],
  p_group text
) returns void language plpgsql;

create function item_lock(
  p_organization text,
  p_board text,
  p_version bigint,
  p_item text
) returns SETOF items language plpgsql;

create function item_move(
  p_organization text,
  p_board text,
  p_version bigint,
  p_item text,
  p_group text,
  p_position bigint,
  p_actor text,
  p_now timestamp with time zone,
  p_expected timestamp with time zone,
  p_event_id text,
  p_origin jsonb
) returns TABLE(item_position bigint, item_rank text, item_lane bigint, needs_maintenance boolean) language plpgsql;

create function item_name_grams(
  p_board text,
  p_text text
) returns integer[] language plpgsql immutable;

create function item_name_needles(
  p_board text,
  p_part text
) returns integer[] language plpgsql immutable;

create function item_orders_mark() returns trigger language plpgsql;

create function item_orders_write() returns trigger language plpgsql;

create function item_places_return(
  p_organization text,
  p_items text[],
  p_groups text[],
  p_ranks numeric[],
  p_now timestamp with time zone
) returns TABLE(returned_id text, returned_position bigint, returned_rank text, previous_group text, previous_rank text) language plpgsql;

create function item_position(
  p_lane bigint,
  p_rank numeric
) returns bigint language plpgsql stable;

create function item_rank_at(
  p_lane bigint,
  p_position bigint
) returns numeric language plpgsql stable;

create function item_rank_available(
  p_list bigint,
  p_lane bigint,
  p_rank numeric
) returns numeric language plpgsql;

create function item_rank_before(
  p_lane bigint,
  p_above numeric
) returns numeric language plpgsql;

create function item_rank_between(
  p_low numeric,
  p_high numeric
) returns numeric language plpgsql;

create function item_rank_suffix(
  p_digits integer
) returns numeric language plpgsql;

create function item_ranks_before(
  p_lane bigint,
  p_above numeric,
  p_count integer
) returns numeric[] language plpgsql;

create function item_ranks_between(
  p_low numeric,
  p_high numeric,
  p_count integer
) returns numeric[] language plpgsql;

create function item_ranks_respace(
  p_lane bigint,
  p_rank numeric
) returns void language plpgsql;

create function item_relocate(
  p_organization text,
  p_item text,
  p_board text,
  p_group text,
  p_position bigint,
  p_values jsonb,
  p_columns bigint[],
  p_ordinals smallint[],
  p_number_keys double precision[],
  p_text_keys text[],
  p_refs text[],
  p_now timestamp with time zone
) returns TABLE(item_position bigint, item_lane bigint, item_rank text, needs_maintenance boolean) language plpgsql;

create function item_reorder(
  p_organization text,
  p_board text,
  p_version bigint,
  p_group text,
  p_items text[],
  p_now timestamp with time zone
) returns boolean language plpgsql;

create function item_runs_oversized(
  p_lane bigint,
  p_rank numeric
) returns boolean language plpgsql stable;

create function item_runs_rebuild(
  p_lane bigint,
  p_from numeric,
  p_to numeric
) returns void language plpgsql;

create function item_set_value(
  p_organization text,
  p_board text,
  p_version bigint,
  p_item text,
  p_column text,
  p_column_key bigint,
  p_value jsonb,
  p_number_key double precision,
  p_text_key text,
  p_ref text,
  p_actor text,
  p_now timestamp with time zone,
  p_expected timestamp with time zone,
  p_event_id text,
  p_origin jsonb
) returns SETOF items language plpgsql;

create function item_set_values(
  p_organization text,
  p_board text,
  p_version bigint,
  p_item text,
  p_set jsonb,
  p_cleared text[],
  p_touched text[],
  p_sweep boolean,
  p_columns bigint[],
  p_ordinals smallint[],
  p_number_keys double precision[],
  p_text_keys text[],
  p_refs text[],
  p_actor text,
  p_now timestamp with time zone,
  p_expected timestamp with time zone,
  p_event_ids text[],
  p_origin jsonb
) returns SETOF items language plpgsql;

create function item_values_add(
  p_organization text,
  p_items text[],
  p_columns bigint[],
  p_ordinals smallint[],
  p_number_keys double precision[],
  p_text_keys text[],
  p_refs text[]
) returns void language plpgsql;

create function item_values_sync(
  p_items bigint[]
) returns void language plpgsql;

create function item_write_is_in_time(
  p_is_alone boolean
) returns boolean language plpgsql;

create function members_owner_required() returns trigger language plpgsql;

create function notification_counts_change() returns trigger language plpgsql;

create function oauth_grants_revoke() returns trigger language plpgsql;

create function organization_exports_remove_content() returns trigger language plpgsql;

create function organization_first_key(
  p_organization text
) returns bigint language plpgsql stable;

create function record_key_assign() returns trigger language plpgsql;

create function record_key_next(
  p_organization text
) returns bigint language plpgsql;

create function scim_groups_touch() returns trigger language plpgsql;

create function search_lexemes(
  p_organization integer,
  p_workspace integer,
  p_type "char",
  p_name text,
  p_name_words text,
  p_words text
) returns tsvector language plpgsql immutable;

create function search_query(
  p_organization text,
  p_workspaces text[],
  p_expression text
) returns tsquery language plpgsql stable;

create function search_trigrams(
  p_organization integer,
  p_text text
) returns text[] language plpgsql immutable;

create function trash_entries_relocate(
  p_organization text,
  p_items text[],
  p_board text
) returns void language plpgsql;
