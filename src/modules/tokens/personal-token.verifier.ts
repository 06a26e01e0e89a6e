import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { OrganizationId, TokenId, UserId } from '../../kernel/ids';
import { type BearerTokenKind, BearerTokens, type KnownBearer } from '../../access/bearer-tokens';
import type { Scope } from '../../access/scope';
import { addressSet } from '../../platform/config/cidr';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { memberTopic, organizationTopic } from '../hierarchy';
import type { TokenLimits } from './limits/token-limits';
import { TokenPlacesService } from './limits/token-places.service';
import { VALID_UNTIL } from './token-fields';
import { isTokenSecret, tokenDigest } from './token-secret';
import { TokenLastUsedRecorder } from './token-last-used.recorder';

const FIND = statement(
  'tokens.verify',
  `select token.id, token.organization_id as "organizationId", token.user_id as "userId", token.scopes,
     ${VALID_UNTIL} as "expiresAt", token.workspace_ids as "workspaceIds", token.board_ids as "boardIds",
     token.allowed_cidrs as "allowedCidrs"
   from tokens token join organizations organization on organization.id = token.organization_id
   where token.secret_digest = $1`,
);

interface TokenRow extends TokenLimits {
  id: TokenId;
  organizationId: OrganizationId;
  userId: UserId;
  scopes: Scope[];
  expiresAt: string | null;
}

export const tokenTopic = (tokenId: string): string => `token:${tokenId}`;

/** Verifies bearer personal access tokens. */
@Injectable()
export class PersonalTokenVerifier implements BearerTokenKind, OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly use: TokenLastUsedRecorder,
    private readonly bearers: BearerTokens,
    private readonly places: TokenPlacesService,
  ) {}

  onModuleInit(): void {
    this.bearers.add(this);
  }

  recognizes(secret: string): boolean {
    return isTokenSecret(secret);
  }

  recordUse({ person: { credential } }: KnownBearer): void {
    this.use.note(credential.organizationId, credential.id as TokenId);
  }

  async load(secret: string) {
    const [row] = await this.database.lookup<TokenRow>(NO_TRANSACTION, FIND, [tokenDigest(secret)]);
    if (!row) return { value: null, topics: null };
    const { id, organizationId, userId, allowedCidrs } = row;
    const places = await this.places.of(organizationId, row);
    const value: KnownBearer = {
      person: {
        userId,
        credential: { kind: 'token', id, organizationId },
        scopes: new Set(row.scopes),
        expiresAtMs: row.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.expiresAt),
        ...(places.limits && { placeLimits: places.limits }),
        ...(allowedCidrs && { allowedAddresses: addressSet(allowedCidrs) }),
      },
    };
    // A token is revoked with its membership; leases check the membership themselves.
    const keptTopics = [tokenTopic(id)];
    // The organization can shorten the lifetime of its tokens.
    const others = [memberTopic(userId), organizationTopic(organizationId)];
    return { value, topics: [...keptTopics, ...others, ...places.topics], keptTopics };
  }
}
