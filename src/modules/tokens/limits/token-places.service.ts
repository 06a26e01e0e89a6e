import { Injectable } from '@nestjs/common';
import type { PlaceLimits } from '../../../access/limits/place-limits';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { boardTopic, projectTopic, VisiblePlacesService, workspaceTopic } from '../../hierarchy';
import type { TokenLimits } from './token-limits';

/** The places of a token, and the topics of changes of where they are. */
export interface TokenPlaces {
  limits: PlaceLimits | null;
  topics: readonly string[];
}

/** Finds where the boards are that a token is limited to. */
@Injectable()
export class TokenPlacesService {
  constructor(private readonly places: VisiblePlacesService) {}

  async of(
    organizationId: OrganizationId,
    { workspaceIds, boardIds }: Pick<TokenLimits, 'workspaceIds' | 'boardIds'>,
  ): Promise<TokenPlaces> {
    if (workspaceIds !== null)
      return { limits: { workspaceIds: new Set(workspaceIds), boards: null }, topics: [] };
    if (boardIds === null) return { limits: null, topics: [] };
    const boards = await this.places.existingBoards({ organizationId, transaction: null }, boardIds);
    return { limits: { workspaceIds: null, boards }, topics: topicsOf(boardIds, boards) };
  }
}

function topicsOf(boardIds: readonly BoardId[], boards: NonNullable<PlaceLimits['boards']>): string[] {
  const parents = [...boards.values()].flatMap(({ projectId, workspace }) => [
    projectTopic(projectId),
    workspaceTopic(workspace.id),
  ]);
  return [...new Set([...boardIds.map(boardTopic), ...parents])];
}
