import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_TABLES, PERSONAL_COLUMNS } from '../../../../src/modules/erasure/personal-columns';

const PERSONAL = /(^|_)(e?mail|name|avatar|ip|user_agent|address|phone|recipient)(_|$)/;

/** What people gave to a record, which is content. */
const CONTENT = 'the name of a record';
const INSTALLATION = 'the name of a part of the installation';
const CHANGED = 'changed with its own statement';

const DECIDED: Readonly<Record<string, string>> = {
  audit_entries: CHANGED,
  automations: CONTENT,
  boards: CONTENT,
  columns: CONTENT,
  event_subscribers: INSTALLATION,
  files: CONTENT,
  forms: CONTENT,
  groups: CONTENT,
  invitation_mails: CHANGED,
  invitations: CHANGED,
  items: CONTENT,
  oauth_applications: CONTENT,
  organizations: CONTENT,
  people_groups: CONTENT,
  projects: CONTENT,
  schedule_runs: INSTALLATION,
  schedule_slots: INSTALLATION,
  schema_functions: INSTALLATION,
  scim_groups: CONTENT,
  scim_tokens: CONTENT,
  search_documents: 'the words of items and comments',
  sso_connections: 'names of attributes',
  templates: CONTENT,
  tokens: CONTENT,
  users: CHANGED,
  views: CONTENT,
  webhooks: CONTENT,
  workspaces: CONTENT,
};

/** The columns of the migrated schema that are named as what is known of a person. */
function namedColumns(): string[] {
  const schema = readFileSync('migrations/schema.sql', 'utf8');
  return [...schema.matchAll(/create table (\w+) \((.*?)\n\)/gs)].flatMap(([, table, columns]) =>
    [...columns!.matchAll(/^ {2}"?(\w+)"? (?:text|jsonb|bytea|inet)/gm)]
      .map(([, column]) => column!)
      .filter((column) => PERSONAL.test(column))
      .map((column) => `${table}.${column}`),
  );
}

describe('columns with names and addresses', () => {
  it('are erased, or there is a reason', () => {
    const erased = new Set<string>([...ACCOUNT_TABLES, ...PERSONAL_COLUMNS.map(([table]) => table)]);
    const tables = new Set(namedColumns().map((column) => column.split('.')[0]!));
    expect(tables.size).toBeGreaterThan(20);
    expect([...tables].filter((table) => !erased.has(table) && !(table in DECIDED))).toEqual([]);
    expect(Object.keys(DECIDED).filter((table) => !tables.has(table))).toEqual([]);
  });
});
