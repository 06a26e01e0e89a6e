import { Injectable } from '@nestjs/common';
import { NotAuthenticated, RecordNotFound } from '../../../access/access-errors';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { InvalidInput } from '../../../kernel/app-error';
import type { InTransaction } from '../../../platform/database/transaction';
import { HierarchyService, VisiblePlacesService } from '../../hierarchy';
import { limitTo } from '../tokens.policy';
import { TokensRepository } from '../tokens.repository';
import type { TokenLimits } from './token-limits';

/** The limits of new tokens (decision 0141). */
@Injectable()
export class TokenLimitsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly places: VisiblePlacesService,
    private readonly tokens: TokensRepository,
  ) {}

  /** Throws NOT_FOUND for a place that the caller does not see. */
  async assertVisible(context: CallContext, { workspaceIds, boardIds }: TokenLimits): Promise<void> {
    if (workspaceIds !== null && boardIds !== null)
      throw InvalidInput.at('boardIds', 'Is allowed only without `workspaceIds`');
    if (workspaceIds !== null) {
      const visible = new Set(await this.hierarchy.visibleWorkspaces(context));
      if (!workspaceIds.every((id) => visible.has(id))) throw new RecordNotFound('workspace');
    }
    if (boardIds !== null && (await this.places.boards(context, boardIds)).size < boardIds.length)
      throw new RecordNotFound('board');
  }

  /** The limits of a new token: those of the token that creates it, unless narrower ones are requested. */
  async bound(tx: InTransaction<CallContext>, requested: TokenLimits): Promise<TokenLimits> {
    const { credential } = tx.principal;
    if (credential.kind !== 'token') return requested;
    const creator = await this.tokens.limits(tx, credential.id);
    if (creator === null) throw new NotAuthenticated();
    const namesPlaces = requested.workspaceIds !== null || requested.boardIds !== null;
    const limits = {
      ...(namesPlaces ? requested : creator),
      allowedCidrs: requested.allowedCidrs ?? creator.allowedCidrs,
    };
    authorize(limitTo, creator, limits);
    return limits;
  }
}

/** The limits that an input names. */
export function requestedLimits(input: {
  [name in keyof TokenLimits]?: TokenLimits[name] | undefined;
}): TokenLimits {
  const { workspaceIds = null, boardIds = null, allowedCidrs = null } = input;
  return { workspaceIds, boardIds, allowedCidrs };
}
