import type { BoardId, WorkspaceId } from '../../../kernel/ids';

/** What a token can see, and the addresses that can use it; null for no limit. At most one of the lists of ids is set. */
export interface TokenLimits {
  readonly workspaceIds: readonly WorkspaceId[] | null;
  readonly boardIds: readonly BoardId[] | null;
  readonly allowedCidrs: readonly string[] | null;
}

/** The maximum number of workspaces or boards, and of addresses and CIDRs, of one token. */
export const PLACES_MAX = 50;
export const CIDRS_MAX = 20;
