import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { OrganizationId, TokenId, UserId } from '../../kernel/ids';
import { type BearerTokenKind, BearerTokens, type KnownBearer } from '../../access/bearer-tokens';
import type { Scope } from '../../access/scope';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { memberTopic } from '../hierarchy';
import { isTokenSecret, tokenDigest } from './token-secret';
import { TokenLastUsedRecorder } from './token-last-used.recorder';

const FIND = statement(
  'tokens.verify',
  `select id, organization_id as "organizationId", user_id as "userId", scopes, expires_at as "expiresAt"
   from tokens where secret_digest = $1`,
);

export const tokenTopic = (tokenId: string): string => `token:${tokenId}`;

/** Verifies bearer personal access tokens. */
@Injectable()
export class PersonalTokenVerifier implements BearerTokenKind, OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly use: TokenLastUsedRecorder,
    private readonly bearers: BearerTokens,
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
    const [row] = await this.database.query<{
      id: TokenId;
      organizationId: OrganizationId;
      userId: UserId;
      scopes: Scope[];
      expiresAt: string | null;
    }>(NO_TRANSACTION, FIND, [tokenDigest(secret)]);
    if (!row) return { value: null, topics: null };
    const value: KnownBearer = {
      person: {
        userId: row.userId,
        credential: { kind: 'token', id: row.id, organizationId: row.organizationId },
        scopes: new Set(row.scopes),
        expiresAtMs: row.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.expiresAt),
      },
    };
    // A token is revoked with its membership; leases check the membership themselves.
    const keptTopics = [tokenTopic(row.id)];
    return { value, topics: [...keptTopics, memberTopic(row.userId)], keptTopics };
  }
}
