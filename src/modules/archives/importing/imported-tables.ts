import { ARCHIVED_TABLES, type ArchivedTable } from '../writing/archived-tables';

const CREDENTIALS = 'its records are of no use without their secrets, which no archive contains';
const ACCESS =
  'would open accounts of this installation to another identity provider; the next sign-in creates it again';

/** Tables of an archive that an import ignores, each with the reason. */
export const TABLES_NOT_IMPORTED: Partial<Readonly<Record<ArchivedTable, string>>> = {
  automation_schedules: 'created when an automation is enabled again',
  events: 'were delivered by the other installation; their numbers continue',
  oauth_applications: CREDENTIALS,
  oauth_grants: CREDENTIALS,
  provisioned_accounts: ACCESS,
  scim_tokens: CREDENTIALS,
  sso_identities: ACCESS,
  tokens: CREDENTIALS,
};

/** Their rows refer to rows of tables that follow them in the archive. */
const AFTER_ALL_OTHERS: readonly ArchivedTable[] = ['workspace_groups', 'file_attachments'];

/** In the order in which their rows can be inserted. */
export const IMPORTED_TABLES: readonly ArchivedTable[] = [
  ...ARCHIVED_TABLES.filter((table) => !AFTER_ALL_OTHERS.includes(table)),
  ...AFTER_ALL_OTHERS,
].filter((table) => !(table in TABLES_NOT_IMPORTED));

/** Columns that get new values here: numbers of the whole installation, and places among the items of a list. */
export const ASSIGNED_ANEW: Partial<Readonly<Record<ArchivedTable, readonly string[]>>> = {
  activity_terms: ['key'],
  columns: ['key'],
  groups: ['key'],
  items: ['key', 'list', 'rank', 'has_orders', 'lane'],
  organizations: ['number'],
  workspaces: ['number'],
};
