import { newId } from '../../../src/kernel/ids';
import { SCOPES, type Scope } from '../../../src/access/scope';
import { newTokenSecret, tokenDigest } from '../../../src/modules/tokens/token-secret';
import { WireClient } from '../client';
import type { TestMember, TestOrganization } from './organization.factory';

interface Limits {
  workspaceIds?: readonly string[];
  boardIds?: readonly string[];
  allowedCidrs?: readonly string[];
}

/** A client with a token that has limits, of the owner unless another member is given. */
export async function aLimitedToken(
  { app, id, slug, owner }: TestOrganization,
  { workspaceIds, boardIds, allowedCidrs }: Limits,
  { member = owner, scopes = SCOPES }: { member?: TestMember; scopes?: readonly Scope[] } = {},
): Promise<WireClient> {
  const secret = newTokenSecret();
  await app.sql.query(
    `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, created_at,
       workspace_ids, board_ids, allowed_cidrs)
     values ($1, $2, $3, 'limited', $4, $5, now(), $6, $7, $8)`,
    [
      id,
      newId('token'),
      member.userId,
      scopes,
      tokenDigest(secret),
      workspaceIds ?? null,
      boardIds ?? null,
      allowedCidrs ?? null,
    ],
  );
  return new WireClient(app, { token: secret, slug });
}
