import { Injectable } from '@nestjs/common';
import type { ActingContext } from '../../access/principal';
import type { BoardId, FileId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { BoardFactsReadModel } from './board-facts.read-model';
import { FilePlacesReadModel } from './file-places.read-model';
import { seeSubmissions } from './hierarchy.policy';
import { boardAccess, type WorkspaceAccess } from './workspace-access';

/** Whether the caller sees a record that refers to a file. */
@Injectable()
export class FileAccessService {
  constructor(
    private readonly places: FilePlacesReadModel,
    private readonly boards: BoardFactsReadModel,
  ) {}

  /** False if the caller sees none of the records; no entry for a file that no record refers to. */
  async visible(context: ActingContext, ids: readonly FileId[]): Promise<Map<FileId, boolean>> {
    const places = await this.places.of(context, ids);
    const accesses = new Map<BoardId, WorkspaceAccess | null>();
    for (const boardId of new Set(places.map((place) => place.boardId))) {
      const board = await this.boards.board(context, boardId);
      accesses.set(boardId, board && boardAccess(context.principal, board));
    }
    const visible = new Map<FileId, boolean>();
    const seesSubmissions = seeSubmissions.allows(context.principal);
    for (const { fileId, boardId, isTrashed, isSubmission } of places) {
      const access = accesses.get(boardId) ?? null;
      const sees = !isTrashed && access !== null && access.canSee && (!isSubmission || seesSubmissions);
      visible.set(fileId, sees || visible.get(fileId) === true);
    }
    return visible;
  }

  /** Those of the files that a record refers to, in Trash or not. */
  async referenced(context: TenantContext, ids: readonly FileId[]): Promise<Set<FileId>> {
    return new Set((await this.places.of(context, ids)).map(({ fileId }) => fileId));
  }
}
