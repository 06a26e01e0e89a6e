import type { BoardId, ProjectId, WorkspaceId } from '../../kernel/ids';

/** A board that a credential is limited to, and where it is. */
export interface LimitedBoard {
  readonly projectId: ProjectId;
  readonly workspace: { readonly id: WorkspaceId; readonly visibility: 'open' | 'closed' };
}

/**
 * The places outside of which a credential sees nothing: whole workspaces, or single boards with the project and the
 * workspace that they are in. Inside, the role of the user counts (decision 0141).
 */
export type PlaceLimits =
  | { readonly workspaceIds: ReadonlySet<WorkspaceId>; readonly boards: null }
  | { readonly workspaceIds: null; readonly boards: ReadonlyMap<BoardId, LimitedBoard> };

/** A workspace, a project or a board. */
export interface Place {
  readonly workspaceId: WorkspaceId;
  readonly projectId?: ProjectId;
  readonly boardId?: BoardId;
}

/** How much of a place is inside the limits: `part` if only some of its boards are. */
export function reach(limits: PlaceLimits | undefined, place: Place): 'all' | 'part' | 'none' {
  if (limits === undefined) return 'all';
  if (limits.boards === null) return limits.workspaceIds.has(place.workspaceId) ? 'all' : 'none';
  if (place.boardId !== undefined) return limits.boards.has(place.boardId) ? 'all' : 'none';
  const isThere = ({ projectId, workspace }: LimitedBoard) =>
    place.projectId === undefined ? workspace.id === place.workspaceId : projectId === place.projectId;
  return [...limits.boards.values()].some(isThere) ? 'part' : 'none';
}
