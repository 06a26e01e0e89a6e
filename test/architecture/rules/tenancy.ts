import type { SourceFile, Violation } from '../source-file';

/** Tables whose keys do not begin with the organization, each with its reason. */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  activity: 'the number of the board is not used by another organization',
  credential_attempts: 'guesses are counted by user',
  event_backlogs: 'a subscriber reads the backlog of one organization, which is the second part of the key',
  event_log_head: 'the last position of the whole log',
  event_subscribers: 'a subscriber reads the events of all organizations in one sequence',
  file_removals: 'content is removed when its file, and maybe its organization, no longer exists',
  idempotency_keys: 'a key belongs to its caller, who may call without an organization',
  identities: 'an account at a sign-in provider belongs to a user, not to a member',
  organizations: 'the tenant itself',
  item_runs: 'a lane is the key of a group or an item, which contains the number of the organization',
  item_values:
    'the keys of item and column contain the number of the organization, and a check compares the two',
  audit_signing_keys: 'one key signs the audit logs of the installation',
  unsealed_audit_entries: 'entries of all organizations get their places in one sequence',
  outbox: 'events of all organizations are appended to the log in one sequence',
  password_resets: 'a password belongs to a user',
  recovery_codes: 'a recovery code replaces a second factor',
  search_documents: 'the key begins with the number of the organization',
  search_words: 'the key begins with the number of the organization',
  schedule_runs: 'scheduled work is for the whole installation',
  schedule_slots: 'scheduled work is for the whole installation',
  second_factors: 'a second factor belongs to a user',
  sessions: 'a session belongs to a user, on the host of any organization',
  sso_sessions: 'extends a row of sessions, and has its key',
  used_login_flows: 'a provider redirects to the main host, before the user and the organization are known',
  users: 'a user may be a member of several organizations',
};

/** Unique indexes of other tables that do not begin with the organization, each with its reason. */
export const GLOBAL_KEYS: Readonly<Record<string, string>> = {
  columns_key_idx: 'the key contains the number of the organization',
  activity_terms_key_idx: 'an entry contains the number of its board, which implies the organization',
  events_position_idx: 'subscribers read the events of all organizations in the order of the log',
  groups_key_idx: 'the key contains the number of the organization',
  invitations_token_digest_idx: 'an invitation is found by its secret',
  items_key_idx: 'the key contains the number of the organization',
  oauth_access_tokens_secret_digest_idx: 'an access token is found by its secret',
  oauth_applications_client_id_idx: 'users of every organization authorize an application by its client id',
  oauth_families_code_digest_idx: 'an authorization code is found by its secret',
  oauth_families_selector_digest_idx: 'a refresh token is found by its secret',
  oauth_session_transfers_code_digest_idx: 'a session transfer is found by its secret',
  scim_tokens_secret_digest_idx: 'a SCIM token is found by its secret',
  sso_domains_verified_idx: 'only one organization can verify a domain',
  tokens_secret_digest_idx: 'a token is found by its secret',
  workspaces_number_idx: 'the number is not used by another organization',
};

/** One key of a table: the primary key, or a unique index. */
export interface Key {
  table: string;
  name: string;
  firstColumn: string;
}

/** A key that does not begin with the organization, and that neither list names. */
export function isUntenanted({ table, name, firstColumn }: Key): boolean {
  return firstColumn !== 'organization_id' && !(table in GLOBAL_TABLES) && !(name in GLOBAL_KEYS);
}

/** The organization leads the primary key and every unique key of an entity, or one of the lists above names the reason. */
export function tenancy(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) =>
    keysOf(file)
      .filter(isUntenanted)
      .map(({ name, table }) => ({
        path: file.path,
        message: `has the key ${name} of ${table}, which does not begin with organization_id`,
      })),
  );
}

function keysOf({ text }: SourceFile): Key[] {
  const table = /@Entity\('(\w+)'\)/.exec(text)?.[1];
  if (table === undefined) return [];
  const primary = /@Primary\w*Column\([\s\S]*?\)\s+(\w+)!?:/.exec(text)?.[1];
  const unique = [...text.matchAll(/@Index\('(\w+)', \['(\w+)'[^\]]*\], \{ unique: true \}\)/g)];
  return [
    { table, name: `${table}_pkey`, firstColumn: columnOf(primary) },
    ...unique.map(([, name = '', first]) => ({ table, name, firstColumn: columnOf(first) })),
  ];
}

function columnOf(property = ''): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Every migration has a down step and is in the list; functions are written only in migrations/functions. */
export function migrationsReturn(files: readonly SourceFile[]): Violation[] {
  const list = files.find(({ path }) => path === 'migrations/index.ts')?.text ?? '';
  return files.flatMap(({ path, text }) => {
    const name = /export class (\w+) implements MigrationInterface/.exec(text)?.[1];
    if (name === undefined) return [];
    const down = text.slice(text.indexOf('async down('));
    return [
      ...(/query\(/.test(down) ? [] : [{ path, message: 'has no down step' }]),
      ...(/create (or replace )?function/i.test(text)
        ? [{ path, message: 'defines a function: write it in migrations/functions and use functionText()' }]
        : []),
      ...(new RegExp(`^  ${name},$`, 'm').test(list)
        ? []
        : [{ path, message: 'is not in migrations/index.ts' }]),
    ];
  });
}
