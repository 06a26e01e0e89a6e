import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, ProjectId } from '../../kernel/ids';
import type { ActingContext } from '../../access/principal';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { BoardFactsReadModel } from './board-facts.read-model';
import type { BoardFacts, ItemFacts, ProjectFacts } from './facts';
import { PlaceReadModel } from './place.read-model';
import { boardAccess, projectAccess } from './workspace-access';

/** Sets of places: what is missing or hidden from the caller has no entry. */
@Injectable()
export class VisiblePlacesService {
  constructor(
    private readonly places: PlaceReadModel,
    private readonly facts: BoardFactsReadModel,
  ) {}

  /** The boards that the caller sees. */
  async boards(context: ActingContext, ids: Iterable<BoardId>): Promise<Map<BoardId, BoardFacts>> {
    const boards = await this.existingBoards(context, ids);
    for (const [id, board] of boards) if (!boardAccess(context.principal, board).canSee) boards.delete(id);
    return boards;
  }

  /** The ids of the boards that the caller sees, in one statement. */
  async boardIds(context: ActingContext, ids: readonly BoardId[]): Promise<Set<BoardId>> {
    const boards = ids.length === 0 ? [] : await this.places.boards(context, ids);
    return new Set(
      boards.filter((board) => boardAccess(context.principal, board).canSee).map(({ id }) => id),
    );
  }

  /** The projects that the caller sees. One read each: for few projects. */
  async projects(context: ActingContext, ids: Iterable<ProjectId>): Promise<Map<ProjectId, ProjectFacts>> {
    const projects = new Map<ProjectId, ProjectFacts>();
    for (const id of new Set(ids)) {
      const project = await this.places.project(context, id);
      if (project && projectAccess(context.principal, project).canSee) projects.set(id, project);
    }
    return projects;
  }

  /** Boards for background work; checks no permissions. Usually they are few, and cached. */
  async existingBoards(context: TenantContext, ids: Iterable<BoardId>): Promise<Map<BoardId, BoardFacts>> {
    const boards = new Map<BoardId, BoardFacts>();
    for (const id of new Set(ids)) {
      const board = await this.facts.board(context, id);
      if (board !== null) boards.set(id, board);
    }
    return boards;
  }

  /** Items that exist, also those in Trash; checks no permissions. */
  async existingItems(context: TenantContext, ids: Iterable<ItemId>): Promise<Map<ItemId, ItemFacts>> {
    const distinct = [...new Set(ids)];
    const rows = distinct.length === 0 ? [] : await this.places.items(context, distinct);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
