import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { BoardId, OrganizationId, TokenId, UserId } from '../../kernel/ids';
import { type BearerTokenKind, BearerTokens, type KnownBearer } from '../../access/bearer-tokens';
import type { PlaceLimits } from '../../access/limits/place-limits';
import type { Scope } from '../../access/scope';
import { addressSet } from '../../platform/config/cidr';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import {
  boardTopic,
  memberTopic,
  organizationTopic,
  projectTopic,
  VisiblePlacesService,
  workspaceTopic,
} from '../hierarchy';
import type { TokenLimits } from './limits/token-limits';
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
    private readonly places: VisiblePlacesService,
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
    const [row] = await this.database.query<TokenRow>(NO_TRANSACTION, FIND, [tokenDigest(secret)]);
    if (!row) return { value: null, topics: null };
    const { id, organizationId, userId, allowedCidrs } = row;
    const placeLimits = await this.placeLimits(row);
    const value: KnownBearer = {
      person: {
        userId,
        credential: { kind: 'token', id, organizationId },
        scopes: new Set(row.scopes),
        expiresAtMs: row.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.expiresAt),
        ...(placeLimits && { placeLimits }),
        ...(allowedCidrs && { allowedAddresses: addressSet(allowedCidrs) }),
      },
    };
    // A token is revoked with its membership; leases check the membership themselves.
    const keptTopics = [tokenTopic(id)];
    // The organization can shorten the lifetime of its tokens.
    const others = [memberTopic(userId), organizationTopic(organizationId)];
    const places = topicsOf(placeLimits, row.boardIds);
    return { value, topics: [...keptTopics, ...others, ...places], keptTopics };
  }

  private async placeLimits(row: TokenRow): Promise<PlaceLimits | null> {
    const { organizationId, workspaceIds, boardIds } = row;
    if (workspaceIds !== null) return { workspaceIds: new Set(workspaceIds), boards: null };
    if (boardIds === null) return null;
    const boards = await this.places.existingBoards({ organizationId, transaction: null }, boardIds);
    return { workspaceIds: null, boards };
  }
}

/** What changes where the boards are. */
function topicsOf(limits: PlaceLimits | null, boardIds: readonly BoardId[] | null): string[] {
  const parents = [...(limits?.boards?.values() ?? [])].flatMap(({ projectId, workspace }) => [
    projectTopic(projectId),
    workspaceTopic(workspace.id),
  ]);
  return [...new Set([...(boardIds ?? []).map(boardTopic), ...parents])];
}
