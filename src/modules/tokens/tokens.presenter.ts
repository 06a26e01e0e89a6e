import type { CreatedToken, TokenOutput } from './tokens.schemas';

/** The response to the creation of a token: the limits that it has, and its secret. */
export function presentCreated(token: TokenOutput, secret: string): CreatedToken {
  const { id, name, scopes, workspaceIds, boardIds, allowedCidrs, expiresAt, createdAt } = token;
  return {
    id,
    name,
    token: secret,
    scopes,
    ...(workspaceIds && { workspaceIds }),
    ...(boardIds && { boardIds }),
    ...(allowedCidrs && { allowedCidrs }),
    expiresAt,
    createdAt,
  };
}
