import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { OrganizationId, TokenId, UserId } from '../../kernel/ids';
import { StandingReader, TokenVerifier } from '../../access/ports';
import type { Person } from '../../access/principal';
import type { Scope } from '../../access/scope';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { isTokenSecret, tokenDigest } from './token-secret';
import { TokenUse } from './token-use';

const FIND = statement(
  'tokens.verify',
  `select id, organization_id as "organizationId", user_id as "userId", scopes, expires_at as "expiresAt"
   from tokens where secret_digest = $1`,
);

interface KnownToken {
  id: TokenId;
  organizationId: OrganizationId;
  person: Person;
  expiresAtMs: number;
}

export const tokenTopic = (tokenId: string): string => `token:${tokenId}`;

const TTL_MS = 5_000;

/** Turns a bearer secret into a person: from memory for five seconds, dropped at once when the token is revoked. */
@Injectable()
export class PersonalTokenVerifier extends TokenVerifier {
  private readonly tokens: FreshCache<KnownToken | null>;

  constructor(
    private readonly database: Database,
    private readonly use: TokenUse,
    private readonly standings: StandingReader,
    changes: ChangeFeed,
  ) {
    super();
    this.tokens = new FreshCache(changes, { maxEntries: 20_000, ttlMs: TTL_MS });
  }

  async verify(secret: string): Promise<Person | null> {
    const token = this.tokens.peek(secret) ?? (await this.find(secret));
    if (token === null || token.expiresAtMs <= clock.nowMs()) return null;
    // Removal and deactivation end a member's tokens at once, for procedures that need no organization too.
    const standing = await this.standings.standing(token.organizationId, token.person.userId);
    if (standing === null) return null;
    this.use.note(token.organizationId, token.id);
    return token.person;
  }

  private async find(secret: string): Promise<KnownToken | null> {
    // A mistyped or made-up token is refused here, without a question to the database.
    if (!isTokenSecret(secret)) return null;
    return this.tokens.get(secret, () => this.load(tokenDigest(secret)));
  }

  private async load(digest: Buffer) {
    const [row] = await this.database.query<{
      id: TokenId;
      organizationId: OrganizationId;
      userId: UserId;
      scopes: Scope[];
      expiresAt: string | null;
    }>(NO_TRANSACTION, FIND, [digest]);
    if (!row) return { value: null, topics: null };
    const value: KnownToken = {
      id: row.id,
      organizationId: row.organizationId,
      person: {
        userId: row.userId,
        credential: { kind: 'token', id: row.id, organizationId: row.organizationId },
        scopes: new Set(row.scopes),
      },
      expiresAtMs: row.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.expiresAt),
    };
    return { value, topics: [tokenTopic(row.id)] };
  }
}
