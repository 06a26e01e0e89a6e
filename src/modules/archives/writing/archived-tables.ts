/** Tables with records of an organization, in the order in which an archive contains them. */
export const ARCHIVED_TABLES = [
  'organizations',
  'users',
  'members',
  'former_members',
  'invitations',
  'workspaces',
  'workspace_members',
  'people_groups',
  'people_group_members',
  'workspace_groups',
  'projects',
  'boards',
  'board_members',
  'groups',
  'columns',
  'column_counters',
  'items',
  'trash_entries',
  'comments',
  'comment_reactions',
  'files',
  'file_attachments',
  'forms',
  'form_submissions',
  'views',
  'templates',
  'automations',
  'automation_hooks',
  'automation_schedules',
  'automation_executions',
  'webhooks',
  'notifications',
  'notification_preferences',
  'user_preferences',
  'imports',
  'tokens',
  'oauth_applications',
  'oauth_grants',
  'scim_groups',
  'scim_group_members',
  'scim_tokens',
  'scim_users',
  'sso_connections',
  'sso_domains',
  'sso_identities',
  'provisioned_accounts',
  'activity_terms',
  'activity',
  'events',
] as const;

export type ArchivedTable = (typeof ARCHIVED_TABLES)[number];

const SEALED_LOG = 'the archive contains the sealed export of the audit log';
const DERIVED = 'is computed from records of the archive';
const UNFINISHED = 'work that is in progress, or that was done';
const CREDENTIALS = 'secrets of users, or what they are in the middle of';
const INSTALLATION = 'belongs to the whole installation';

/** All other tables, each with the reason why an archive does not contain it. */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  audit_chains: SEALED_LOG,
  audit_entries: SEALED_LOG,
  audit_seals: SEALED_LOG,
  audit_signing_keys: INSTALLATION,
  automation_effects: UNFINISHED,
  automation_mail_hours: UNFINISHED,
  board_computations: UNFINISHED,
  column_changes: UNFINISHED,
  comment_counts: DERIVED,
  computation_days: UNFINISHED,
  credential_attempts: CREDENTIALS,
  event_backlogs: UNFINISHED,
  event_failures: UNFINISHED,
  event_log_head: INSTALLATION,
  event_sequences: DERIVED,
  event_subscribers: INSTALLATION,
  file_removals: UNFINISHED,
  file_usage: DERIVED,
  form_submission_counts: DERIVED,
  idempotency_keys: UNFINISHED,
  identities: CREDENTIALS,
  import_uploads: UNFINISHED,
  invitation_mails: UNFINISHED,
  item_orders: DERIVED,
  item_runs: DERIVED,
  item_values: DERIVED,
  notification_counts: DERIVED,
  notification_due_days: UNFINISHED,
  notification_mail_hours: UNFINISHED,
  notification_mails: UNFINISHED,
  oauth_access_tokens: CREDENTIALS,
  oauth_families: CREDENTIALS,
  oauth_session_transfers: CREDENTIALS,
  organization_exports: 'archives are not part of archives',
  outbox: UNFINISHED,
  password_resets: CREDENTIALS,
  planned_numbers: UNFINISHED,
  previous_owners: UNFINISHED,
  recovery_codes: CREDENTIALS,
  schedule_runs: INSTALLATION,
  schedule_slots: INSTALLATION,
  schema_functions: INSTALLATION,
  schema_migrations: INSTALLATION,
  schema_release: INSTALLATION,
  search_documents: DERIVED,
  search_fills: UNFINISHED,
  search_words: DERIVED,
  second_factors: CREDENTIALS,
  sessions: CREDENTIALS,
  sso_certificate_notices: UNFINISHED,
  sso_keys: CREDENTIALS,
  sso_logouts: CREDENTIALS,
  sso_requests: CREDENTIALS,
  sso_sessions: CREDENTIALS,
  sso_used_messages: UNFINISHED,
  unsealed_audit_entries: UNFINISHED,
  used_login_flows: CREDENTIALS,
  webhook_deliveries: UNFINISHED,
};

/** Columns whose values are secrets, or can be compared with them, by their names. A new one is left out without a change here. */
const SECRET = /^(sealed_|secret)|_(digest|secret|token)$|^(password_hash|proof)$/;

/** Columns of no use outside of the installation. */
const INTERNAL: Partial<Record<ArchivedTable, readonly string[]>> = {
  files: ['storage_key', 'thumbnail_key', 'thumbnail_bytes'],
  // The project matters to limited tokens only, which an archive does not contain.
  imports: ['work', 'project_id'],
};

/** SQL of headers of actions, which are encrypted one by one (`SecretBox`). */
const SEALED_HEADER = String.raw`'"v1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+"'`;

export function isSecretColumn(column: string): boolean {
  return SECRET.test(column);
}

/** Whether an archive can contain a column. */
export function isImportable(table: ArchivedTable, column: string): boolean {
  return !isSecretColumn(column) && !(INTERNAL[table] ?? []).includes(column);
}

/** SQL: the condition that limits a table to an organization, whose id is a literal. */
function ofOrganization(table: ArchivedTable, organization: string): string {
  if (table === 'organizations') return `id = ${organization}`;
  if (table === 'users') return `id in (select user_id from members where organization_id = ${organization})`;
  if (table === 'activity')
    return `board_key in (select key from activity_terms where organization_id = ${organization})`;
  return `organization_id = ${organization}`;
}

/** SQL: the records of a table as JSON, without secrets. */
export function recordsOf(table: ArchivedTable, columns: readonly string[], organization: string): string {
  const omitted = [...columns.filter(isSecretColumn), ...(INTERNAL[table] ?? [])];
  const list = omitted.map((column) => `'${column}'`).join(', ');
  const record = `to_jsonb(record) - array[${list}]::text[]`;
  const shown =
    table === 'automations'
      ? `${record} || jsonb_build_object('actions', regexp_replace(actions::text, ${SEALED_HEADER}, 'null', 'g')::jsonb)`
      : record;
  return `select (${shown})::text from "${table}" as record where ${ofOrganization(table, organization)}`;
}

/** SQL: how many secrets of each column the organization has, as one row; null for a table without secrets. */
export function secretsOf(
  table: ArchivedTable,
  columns: readonly string[],
  organization: string,
): string | null {
  const counts = columns.filter(isSecretColumn).map((column) => `count("${column}")::int as "${column}"`);
  if (table === 'automations')
    counts.push(`count(*) filter (where actions::text ~ ${SEALED_HEADER})::int as actions`);
  return counts.length === 0
    ? null
    : `select ${counts.join(', ')} from "${table}" where ${ofOrganization(table, organization)}`;
}
