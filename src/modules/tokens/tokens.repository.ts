import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { OrganizationId, TokenId, UserId } from '../../kernel/ids';
import type { Scope } from '../../access/scope';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { DatabaseContext } from '../../platform/database/transaction';
import { TokenEntity } from './token.entity';
import { TOKEN_FIELDS, VALID_UNTIL } from './token-fields';
import type { TokenLimits } from './limits/token-limits';
import type { TokenOutput } from './tokens.schemas';
import { Expires, removalOf } from '../../platform/schedule/expires.decorator';

export interface NewToken extends TokenLimits {
  id: TokenId;
  userId: UserId;
  name: string;
  scopes: readonly Scope[];
  secretDigest: Buffer;
  expiresAt: Date | null;
  createdAt: Date;
}

const FIELDS = `${TOKEN_FIELDS}, token.expires_at as "expiresAt"`;

const INSERT = statement(
  'tokens.insert',
  `insert into tokens as token (organization_id, id, user_id, name, scopes, secret_digest, expires_at, created_at,
     workspace_ids, board_ids, allowed_cidrs)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${FIELDS}`,
);

// Locked, so that a revocation at the same time comes before or after what the token is used for, not in between.
const EXPIRY = statement(
  'tokens.expiry',
  `select ${VALID_UNTIL} as "expiresAt" from tokens token join organizations organization on organization.id = $1
   where token.organization_id = $1 and token.id = $2 for share of token`,
);

const LIMITS = statement(
  'tokens.limits',
  `select workspace_ids as "workspaceIds", board_ids as "boardIds", allowed_cidrs as "allowedCidrs"
   from tokens where organization_id = $1 and id = $2`,
);

const MAX_LIFETIME = statement(
  'tokens.max-lifetime',
  'select max_token_lifetime_days as days from organizations where id = $1',
);

const DELETE = statement(
  'tokens.delete',
  `delete from tokens token where organization_id = $1 and id = $2 and ($3::text is null or user_id = $3)
   returning user_id as "userId", ${FIELDS}`,
);

// Found by the secret alone: the reporter of a leaked token does not know its organization.
const DELETE_LIVE = statement(
  'tokens.delete-live',
  `delete from tokens token where secret_digest = $1 and (expires_at is null or expires_at > $2)
   returning organization_id as "organizationId", user_id as "userId", ${FIELDS}`,
);

// A scan of the table: it happens at most once in the life of an account.
const DELETE_ALL = statement('tokens.delete-all', 'delete from tokens where user_id = $1 returning id');

const LIST = statementFamily(
  'tokens.list',
  (limit: number) => `
  select ${TOKEN_FIELDS}, ${VALID_UNTIL} as "expiresAt"
  from tokens token join organizations organization on organization.id = $1
  where token.organization_id = $1 and token.user_id = $2 and token.id > coalesce($3, '')
  order by token.id limit ${limit + 1}`,
);

/** Until then the list shows expired tokens and their expiry. */
const KEPT_AFTER_EXPIRY_MS = 30 * 24 * 3_600_000;

/** Personal access tokens, of one user in one organization by default. */
@Expires({ kind: 'personal tokens', removal: removalOf('tokens'), keptMs: KEPT_AFTER_EXPIRY_MS })
@Injectable()
export class TokensRepository {
  constructor(private readonly database: Database) {}

  async insert(context: TenantContext, token: NewToken): Promise<TokenOutput> {
    const { id, userId, name, scopes, secretDigest, expiresAt, createdAt } = token;
    const [row] = await this.database.query<TokenOutput>(context, INSERT, [
      context.organizationId,
      id,
      userId,
      name,
      scopes,
      secretDigest,
      expiresAt,
      createdAt,
      token.workspaceIds,
      token.boardIds,
      token.allowedCidrs,
    ]);
    return row!;
  }

  /** Null when the token no longer exists; otherwise its expiry, which may be never. */
  async expiry(context: TenantContext, id: TokenId): Promise<{ expiresAt: Date | null } | null> {
    const [row] = await this.database.query<{ expiresAt: string | null }>(context, EXPIRY, [
      context.organizationId,
      id,
    ]);
    if (!row) return null;
    return { expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt) };
  }

  /** Null when the token no longer exists. */
  async limits(context: TenantContext, id: TokenId): Promise<TokenLimits | null> {
    const [row] = await this.database.query<TokenLimits>(context, LIMITS, [context.organizationId, id]);
    return row ?? null;
  }

  /** The longest lifetime of new tokens in days; null for no limit. */
  async maxLifetimeDays(context: TenantContext): Promise<number | null> {
    const values = [context.organizationId];
    const [row] = await this.database.query<{ days: number | null }>(context, MAX_LIFETIME, values);
    return row!.days;
  }

  /** The token before its deletion, and its owner; null if the user has no token with this ID. `userId` null: of any user. */
  async delete(
    context: TenantContext,
    id: TokenId,
    userId: UserId | null,
  ): Promise<{ userId: UserId; token: TokenOutput } | null> {
    const [row] = await this.database.query<TokenOutput & { userId: UserId }>(context, DELETE, [
      context.organizationId,
      id,
      userId,
    ]);
    if (!row) return null;
    const { userId: ownerId, ...token } = row;
    return { userId: ownerId, token };
  }

  /** The token of this secret before its deletion, and its owner; null if it does not exist or is not valid. */
  async deleteLive(
    context: DatabaseContext,
    secretDigest: Buffer,
    now: Date,
  ): Promise<{ organizationId: OrganizationId; userId: UserId; token: TokenOutput } | null> {
    const [row] = await this.database.query<TokenOutput & { organizationId: OrganizationId; userId: UserId }>(
      context,
      DELETE_LIVE,
      [secretDigest, now],
    );
    if (!row) return null;
    const { organizationId, userId, ...token } = row;
    return { organizationId, userId, token };
  }

  /** The user's tokens in every organization; returns the deleted ones. */
  async deleteAll(context: DatabaseContext, userId: UserId): Promise<TokenId[]> {
    const rows = await this.database.query<{ id: TokenId }>(context, DELETE_ALL, [userId]);
    return rows.map(({ id }) => id);
  }

  async list(
    context: TenantContext,
    userId: UserId,
    { cursor, limit }: { cursor: TokenId | null; limit: number },
  ): Promise<Page<TokenOutput>> {
    const { organizationId } = context;
    const isKnown = (id: TokenId) =>
      this.database.repository(context, TokenEntity).existsBy({ organizationId, userId, id });
    if (cursor !== null && !(await isKnown(cursor))) throw new UnknownCursor();
    const values = [organizationId, userId, cursor];
    return pageOf(await this.database.query<TokenOutput>(context, LIST(limit), values), limit);
  }
}
