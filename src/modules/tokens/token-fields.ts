/** Columns of a token as its record shows them; `token` is the alias of its table. */
export const TOKEN_FIELDS = `token.id, token.name, token.scopes, token.workspace_ids as "workspaceIds", token.board_ids as "boardIds",
  token.allowed_cidrs as "allowedCidrs", token.last_used_at as "lastUsedAt", token.created_at as "createdAt"`;

const LONGEST_EXPIRY = 'token.created_at + make_interval(days => organization.max_token_lifetime_days)';

/** When a token stops to work: its own expiry, or earlier if its organization's longest lifetime covers existing tokens. */
export const VALID_UNTIL = `least(token.expires_at,
  case when organization.token_lifetime_covers_existing then ${LONGEST_EXPIRY} end)`;

/** Whether a token was created with a longer lifetime than its organization allows now. */
export const EXCEEDS_MAX_LIFETIME = `organization.max_token_lifetime_days is not null
  and (token.expires_at is null or token.expires_at > ${LONGEST_EXPIRY})`;
