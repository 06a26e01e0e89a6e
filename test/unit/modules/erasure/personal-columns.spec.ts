import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_TABLES, PERSONAL_COLUMNS } from '../../../../src/modules/erasure/personal-columns';

const PERSONAL = /(^|_)(e?mail|name|avatar|ip|user_agent|address|phone|recipient)(_|$)/;

/** What people gave to a record, which is content. */
const CONTENT = 'the name of a record';
const INSTALLATION = 'the name of a part of the installation';
const CHANGED = 'changed with its own statement';
/** Settings and definitions that people wrote, which name users by id. */
const WRITTEN = 'written by people';
/** Jsonb columns without a name or address of a user. */
const IDS = 'ids and words of the service';

/** The columns that no list of the erasure contains, with the reason. */
const DECIDED: Readonly<Record<string, string>> = {
  'audit_entries.actor_email': CHANGED,
  'audit_entries.actor_name': CHANGED,
  'audit_entries.details': CHANGED,
  'audit_entries.ip': CHANGED,
  'audit_entries.user_agent': CHANGED,
  'automations.actions': WRITTEN,
  'automations.conditions': WRITTEN,
  'automations.name': CONTENT,
  'automations.trigger_config': WRITTEN,
  'boards.name': CONTENT,
  'column_changes.details': IDS,
  'columns.config': WRITTEN,
  'columns.default_value': WRITTEN,
  'columns.name': CONTENT,
  'event_subscribers.name': INSTALLATION,
  'events.origin': IDS,
  'files.name': CONTENT,
  'form_submissions.data': WRITTEN,
  'form_submissions.omitted': WRITTEN,
  'forms.mappings': WRITTEN,
  'forms.name': CONTENT,
  'forms.schema': WRITTEN,
  'forms.settings': WRITTEN,
  'groups.name': CONTENT,
  'invitation_mails.email_key': CHANGED,
  'invitations.email': CHANGED,
  'invitations.email_key': CHANGED,
  'items.name': CONTENT,
  'items.name_key': CONTENT,
  'items.values': WRITTEN,
  'oauth_applications.name': CONTENT,
  'organizations.name': CONTENT,
  'outbox.origin': IDS,
  'people_groups.name': CONTENT,
  'people_groups.name_key': CONTENT,
  'projects.name': CONTENT,
  'schedule_runs.name': INSTALLATION,
  'schedule_slots.name': INSTALLATION,
  'schema_functions.name': INSTALLATION,
  'scim_groups.display_name': CONTENT,
  'scim_groups.display_name_key': CONTENT,
  'scim_tokens.name': CONTENT,
  'search_documents.name': 'the words of items and comments',
  'search_documents.name_words': 'the words of items and comments',
  'sso_connections.email_attribute': 'names of attributes',
  'sso_connections.group_roles': 'names of groups',
  'sso_connections.name_attribute': 'names of attributes',
  'sso_sessions.subject_attributes': 'deleted with the session',
  'templates.content': WRITTEN,
  'templates.name': CONTENT,
  'tokens.name': CONTENT,
  'user_preferences.entries': WRITTEN,
  'users.avatar': CHANGED,
  'users.email': CHANGED,
  'users.email_key': CHANGED,
  'users.name': CHANGED,
  'views.filters': WRITTEN,
  'views.name': CONTENT,
  'views.options': WRITTEN,
  'webhook_deliveries.request_headers': IDS,
  'webhook_deliveries.response_headers': 'sent by the receiver',
  'webhooks.name': CONTENT,
  'workspaces.name': CONTENT,
};

/** The columns of the migrated schema that are named as what is known of a person, and all that can contain any text. */
function candidates(): string[] {
  const schema = readFileSync('migrations/schema.sql', 'utf8');
  return [...schema.matchAll(/create table (\w+) \((.*?)\n\)/gs)].flatMap(([, table, columns]) =>
    [...columns!.matchAll(/^ {2}"?(\w+)"? (text|jsonb|bytea|inet)/gm)]
      .filter(([, column, type]) => type === 'jsonb' || type === 'inet' || PERSONAL.test(column!))
      .map(([, column]) => `${table}.${column}`),
  );
}

describe('columns with names and addresses', () => {
  it('are erased, or there is a reason', () => {
    const tables = new Set<string>(ACCOUNT_TABLES);
    const columns = new Set(PERSONAL_COLUMNS.map(([table, column]) => `${table}.${column}`));
    const isErased = (column: string) => tables.has(column.split('.')[0]!) || columns.has(column);
    const found = candidates();
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter((column) => !isErased(column) && !(column in DECIDED))).toEqual([]);
    expect(Object.keys(DECIDED).filter((column) => isErased(column) || !found.includes(column))).toEqual([]);
  });
});
