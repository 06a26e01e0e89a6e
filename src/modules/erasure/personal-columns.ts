/**
 * Columns that keep copies of names and addresses of users besides `users`: what happened, and what was sent. Content that people
 * wrote is not among them.
 */
export const PERSONAL_COLUMNS: readonly (readonly [table: string, column: string, type: 'jsonb' | 'text'])[] =
  [
    ['automation_executions', 'payload', 'jsonb'],
    ['automation_executions', 'triggered_by', 'jsonb'],
    ['event_failures', 'event', 'jsonb'],
    ['events', 'data', 'jsonb'],
    ['imports', 'problems', 'jsonb'],
    ['imports', 'unresolved', 'jsonb'],
    ['imports', 'work', 'jsonb'],
    ['notifications', 'details', 'jsonb'],
    ['outbox', 'data', 'jsonb'],
    ['webhook_deliveries', 'payload', 'text'],
    ['webhook_deliveries', 'response_body', 'text'],
  ];

/** How an account signs in, and what its providers and directories know about it. */
export const SIGN_IN_TABLES = ['identities', 'password_resets', 'sso_identities'] as const;

/** What is left of an account once it can no longer be restored. */
export const ACCOUNT_TABLES = [
  ...SIGN_IN_TABLES,
  'credential_attempts',
  'provisioned_accounts',
  'scim_users',
  'second_factors',
  'sessions',
] as const;
