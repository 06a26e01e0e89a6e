import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { OrganizationId, ScimTokenId, TokenId, UserId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DirectoryReach } from '../../members';
import { ScimTokenEntity } from './scim-token.entity';
import type { ScimTokenOutput } from './scim-tokens.schemas';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';

/** A directory has the permissions of its token's creator, who may no longer be the owner. */
const IS_OWNERS = `exists (
    select from members maker
    where maker.organization_id = scim_tokens.organization_id and maker.user_id = scim_tokens.created_by
      and maker.role = 'owner')`;

const FIELDS = `id, name, ${IS_OWNERS} as "reachesAdmins", created_by as "createdBy", expires_at as "expiresAt", last_used_at as "lastUsedAt",
  created_at as "createdAt"`;

const INSERT = statement(
  'scim.insert-token',
  `insert into scim_tokens (organization_id, id, name, secret_digest, created_by, created_with, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${FIELDS}`,
);

const DELETE = statement(
  'scim.delete-token',
  `delete from scim_tokens where organization_id = $1 and id = $2 returning ${FIELDS}`,
);

const LIST = statementFamily(
  'scim.list-tokens',
  (limit: number) => `
  select ${FIELDS} from scim_tokens
  where organization_id = $1 and id > coalesce($2, '')
  order by id limit ${limit + 1}`,
);

const FIND = statement(
  'scim.find-token',
  `select id, organization_id as "organizationId", expires_at as "expiresAt",
     case when ${IS_OWNERS} then 'owner' else 'admin' end as reach
   from scim_tokens where secret_digest = $1`,
);

export interface NewScimToken {
  id: ScimTokenId;
  name: string;
  secretDigest: Buffer;
  createdBy: UserId;
  /** The personal token that creates it; null for a session. */
  createdWith: TokenId | null;
  expiresAt: Date | null;
  createdAt: Date;
}

export interface FoundScimToken {
  id: ScimTokenId;
  organizationId: OrganizationId;
  expiresAt: string | null;
  reach: DirectoryReach;
}

/** Expired tokens remain in the list, so that administrators can see which one expired and when. */
const KEPT_AFTER_EXPIRY_MS = 30 * 24 * 3_600_000;

@Expires({ kind: 'SCIM tokens', removal: removalOf('scim_tokens'), keptMs: KEPT_AFTER_EXPIRY_MS })
@Injectable()
export class ScimTokensRepository {
  constructor(private readonly database: Database) {}

  async insert(context: TenantContext, token: NewScimToken): Promise<ScimTokenOutput> {
    const { id, name, secretDigest, createdBy, createdWith, expiresAt, createdAt } = token;
    const values = [
      context.organizationId,
      id,
      name,
      secretDigest,
      createdBy,
      createdWith,
      expiresAt,
      createdAt,
    ];
    const [row] = await this.database.query<ScimTokenOutput>(context, INSERT, values);
    return row!;
  }

  /** The number of tokens that have not expired. */
  count(context: TenantContext, now: Date): Promise<number> {
    const { organizationId } = context;
    return this.database.repository(context, ScimTokenEntity).countBy([
      { organizationId, expiresAt: IsNull() },
      { organizationId, expiresAt: MoreThan(now) },
    ]);
  }

  async delete(context: TenantContext, id: ScimTokenId): Promise<ScimTokenOutput | null> {
    const [row] = await this.database.query<ScimTokenOutput>(context, DELETE, [context.organizationId, id]);
    return row ?? null;
  }

  async list(
    context: TenantContext,
    { cursor, limit }: { cursor: ScimTokenId | null; limit: number },
  ): Promise<Page<ScimTokenOutput>> {
    const { organizationId } = context;
    const isKnown = (id: ScimTokenId) =>
      this.database.repository(context, ScimTokenEntity).existsBy({ organizationId, id });
    if (cursor !== null && !(await isKnown(cursor))) throw new UnknownCursor();
    const values = [organizationId, cursor];
    return pageOf(await this.database.query<ScimTokenOutput>(context, LIST(limit), values), limit);
  }

  /** The token with its organization; the caller checks its expiration. */
  async findBySecret(digest: Buffer): Promise<FoundScimToken | null> {
    const [row] = await this.database.query<FoundScimToken>(NO_TRANSACTION, FIND, [digest]);
    return row ?? null;
  }
}
