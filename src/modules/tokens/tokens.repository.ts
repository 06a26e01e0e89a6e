import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { OrganizationId, TokenId, UserId } from '../../kernel/ids';
import type { Scope } from '../../access/scope';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { DatabaseContext } from '../../platform/database/transaction';
import { TokenEntity } from './token.entity';
import type { TokenOutput } from './tokens.schemas';
import { Expires, removalOf } from '../../platform/schedule/expires.decorator';

export interface NewToken {
  id: TokenId;
  userId: UserId;
  name: string;
  scopes: readonly Scope[];
  secretDigest: Buffer;
  expiresAt: Date | null;
  createdAt: Date;
}

const FIELDS = `id, name, scopes, expires_at as "expiresAt", last_used_at as "lastUsedAt", created_at as "createdAt"`;

const INSERT = statement(
  'tokens.insert',
  `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${FIELDS}`,
);

// Locked, so that a revocation at the same time comes before or after what the token is used for, not in between.
const EXPIRY = statement(
  'tokens.expiry',
  `select expires_at as "expiresAt" from tokens where organization_id = $1 and id = $2 for share`,
);

const DELETE = statement(
  'tokens.delete',
  `delete from tokens where organization_id = $1 and id = $2 and user_id = $3 returning ${FIELDS}`,
);

// Found by the secret alone: the reporter of a leaked token does not know its organization.
const DELETE_LIVE = statement(
  'tokens.delete-live',
  `delete from tokens where secret_digest = $1 and (expires_at is null or expires_at > $2)
   returning organization_id as "organizationId", user_id as "userId", ${FIELDS}`,
);

// A scan of the table: it happens at most once in the life of an account.
const DELETE_ALL = statement('tokens.delete-all', 'delete from tokens where user_id = $1 returning id');

const LIST = statementFamily(
  'tokens.list',
  (limit: number) => `
  select ${FIELDS} from tokens
  where organization_id = $1 and user_id = $2 and id > coalesce($3, '')
  order by id limit ${limit + 1}`,
);

/** Until then the list shows expired tokens and their expiry. */
const KEPT_AFTER_EXPIRY_MS = 30 * 24 * 3_600_000;

/** Tokens of one user in one organization. Other users cannot list or revoke them. */
@Expires({ kind: 'personal tokens', removal: removalOf('tokens'), keptMs: KEPT_AFTER_EXPIRY_MS })
@Injectable()
export class TokensRepository {
  constructor(private readonly database: Database) {}

  async insert(context: TenantContext, token: NewToken): Promise<TokenOutput> {
    const { id, userId, name, scopes, secretDigest, expiresAt, createdAt } = token;
    const values = [context.organizationId, id, userId, name, scopes, secretDigest, expiresAt, createdAt];
    const [row] = await this.database.query<TokenOutput>(context, INSERT, values);
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

  /** The token before its deletion, or null if the user has no token with this ID. */
  async delete(context: TenantContext, userId: UserId, id: TokenId): Promise<TokenOutput | null> {
    const values = [context.organizationId, id, userId];
    const [row] = await this.database.query<TokenOutput>(context, DELETE, values);
    return row ?? null;
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
