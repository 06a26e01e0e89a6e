import type { BoardId, WorkspaceId } from '../../kernel/ids';

/** What a token can see, and the addresses that can use it; null for no limit. At most one of the lists of ids is set. */
export interface TokenLimits {
  readonly workspaceIds: readonly WorkspaceId[] | null;
  readonly boardIds: readonly BoardId[] | null;
  readonly allowedCidrs: readonly string[] | null;
}

export const NO_LIMITS: TokenLimits = { workspaceIds: null, boardIds: null, allowedCidrs: null };
