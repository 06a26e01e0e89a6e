import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { GrantId } from '../../../kernel/ids';
import { bearerDigest } from '../../../access/bearer-secret';
import { type BearerTokenKind, BearerTokens, type KnownBearer } from '../../../access/bearer-tokens';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { memberTopic, organizationTopic } from '../../hierarchy';
import { AccessTokensRepository } from './access-tokens.repository';
import { GrantLastUsedRecorder } from '../grants/grant-last-used.recorder';
import { isAccessToken } from './oauth-secrets';
import { applicationTopic, grantTopic } from '../topics';

/** Verifies bearer access tokens of authorized applications. */
@Injectable()
export class AccessTokenVerifier implements BearerTokenKind, OnModuleInit {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly use: GrantLastUsedRecorder,
    private readonly bearers: BearerTokens,
  ) {}

  onModuleInit(): void {
    this.bearers.add(this);
  }

  recognizes(secret: string): boolean {
    return isAccessToken(secret);
  }

  recordUse({ person: { credential } }: KnownBearer): void {
    this.use.note(credential.organizationId, credential.id as GrantId);
  }

  async load(secret: string) {
    const token = await this.tokens.find(NO_TRANSACTION, bearerDigest(secret));
    if (token === null) return { value: null, topics: null };
    const { organizationId, grantId, userId, applicationId } = token;
    const value: KnownBearer = {
      person: {
        userId,
        credential: { kind: 'application', id: grantId, applicationId, organizationId },
        scopes: new Set(token.scopes),
        expiresAtMs: Date.parse(token.expiresAt),
      },
    };
    // Every change that can end the token invalidates one of these topics: its grant, application, membership or the
    // application's organization.
    const publisher = organizationTopic(token.applicationOrganizationId);
    const keptTopics = [grantTopic(grantId), applicationTopic(applicationId)];
    return { value, topics: [...keptTopics, memberTopic(userId), publisher], keptTopics };
  }
}
