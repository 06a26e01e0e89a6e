import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId, ItemId, ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import type { ActingContext, CallContext, Principal } from '../../access/principal';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { BoardFactsReadModel } from './board-facts.read-model';
import { type Calendar, CalendarReadModel } from './calendar.read-model';
import type { BoardFacts, ItemFacts, ProjectFacts, Seen, WorkspaceRecord } from './facts';
import { RecordNotFound } from '../../access/access-errors';
import { type NamedMember, PeopleReadModel } from './people.read-model';
import { PlaceReadModel } from './place.read-model';
import type { UserReference } from './user-reference';
import { boardAccess, projectAccess, workspaceAccess, type WorkspaceAccess } from './workspace-access';
import { authorize } from '../../access/policy';
import { see } from './hierarchy.policy';

/**
 * Resolves ids: whether the record exists for the caller, where it is, and what the caller can do there. Every
 * method throws the same NOT_FOUND for a record that is missing, of another organization, or hidden from the
 * caller.
 */
@Injectable()
export class HierarchyService {
  constructor(
    private readonly places: PlaceReadModel,
    private readonly boards: BoardFactsReadModel,
    private readonly people: PeopleReadModel,
    private readonly calendars: CalendarReadModel,
  ) {}

  async workspace(context: CallContext, id: WorkspaceId): Promise<Seen<WorkspaceRecord>> {
    return seen(context, await this.places.workspace(context, id), workspaceAccess, 'workspace');
  }

  /** Every workspace that the caller sees; for a guest only the shared boards in it (`sharedBoardIds`). */
  async visibleWorkspaces(context: CallContext): Promise<WorkspaceId[]> {
    const workspaces = await this.places.workspaces(context);
    return workspaces.filter((each) => workspaceAccess(context.principal, each).canSee).map(({ id }) => id);
  }

  async project(context: CallContext, id: ProjectId): Promise<Seen<ProjectFacts>> {
    return seen(context, await this.places.project(context, id), projectAccess, 'project');
  }

  /** `noun` is the noun of the caller's request, if it is a record on the board. */
  async board(context: CallContext, id: BoardId, noun = 'board'): Promise<Seen<BoardFacts>> {
    return seen(context, await this.boards.board(context, id), boardAccess, noun);
  }

  /** The first `limit` boards of a project that are not archived, in their order. One read each: for few boards, and rare calls. */
  async boardsOfProject(context: CallContext, id: ProjectId, limit: number): Promise<BoardFacts[]> {
    await this.project(context, id);
    const boards: BoardFacts[] = [];
    for (const boardId of await this.places.boardsOfProject(context, id, limit)) {
      boards.push((await this.board(context, boardId)).facts);
    }
    return boards;
  }

  /** The board that a group is on, archived or not. */
  async boardOfAnyGroup(context: CallContext, id: GroupId): Promise<Seen<BoardFacts>> {
    return seen(context, await this.boards.boardOfAnyGroup(context, id), boardAccess, 'group');
  }

  /** The board that a group is on; an archived group is missing. */
  async boardOfGroup(context: CallContext, id: GroupId): Promise<Seen<BoardFacts>> {
    return seen(context, await this.boards.boardOfGroup(context, id), boardAccess, 'group');
  }

  /** The board that a column is on. */
  async boardOfColumn(context: CallContext, id: ColumnId): Promise<Seen<BoardFacts>> {
    return seen(context, await this.boards.boardOfColumn(context, id), boardAccess, 'column');
  }

  /** As `boardOfColumn`, also inside a transaction from the cache if possible, for a write that checks the current board itself. */
  async recentBoardOfColumn(context: CallContext, id: ColumnId): Promise<Seen<BoardFacts>> {
    const boardId = await this.boardIdOfColumn(context, id);
    const board = await this.boards.recentBoard(context, boardId);
    return seen(context, board?.columnsById.has(id) ? board : null, boardAccess, 'column');
  }

  /** The board that a column is on, for a write that checks the board itself. */
  async boardIdOfColumn(context: CallContext, id: ColumnId): Promise<BoardId> {
    const boardId = await this.boards.boardIdOfColumn(context, id);
    if (boardId === null) throw new RecordNotFound('column');
    return boardId;
  }

  /**
   * An item and its board. Trashed items are included only with `trashed: true`. `noun` is the noun of the caller's request,
   * if it is a record on the item.
   */
  async item(
    context: CallContext,
    id: ItemId,
    options: { trashed?: boolean; noun?: string } = {},
  ): Promise<Seen<BoardFacts> & { item: ItemFacts }> {
    const [found] = await this.items(context, [id], options);
    return found!;
  }

  /** The set form of `item`, in the order of the ids; throws if one is missing or hidden. */
  async items(
    context: CallContext,
    ids: readonly ItemId[],
    { trashed = false, noun = 'item' }: { trashed?: boolean; noun?: string } = {},
  ): Promise<(Seen<BoardFacts> & { item: ItemFacts })[]> {
    const rows = new Map((await this.places.items(context, ids)).map((row) => [row.id, row]));
    const boards = new Map<BoardId, Seen<BoardFacts>>();
    for (const boardId of new Set([...rows.values()].map((row) => row.boardId))) {
      boards.set(boardId, await seen(context, await this.boards.board(context, boardId), boardAccess, noun));
    }
    return ids.map((id) => {
      const item = rows.get(id);
      if (!item || (item.isTrashed && !trashed)) throw new RecordNotFound(noun);
      return { ...boards.get(item.boardId)!, item };
    });
  }

  /** The boards of the items that the caller sees; missing and hidden items have no entry, nor trashed ones by default. */
  async visibleItemBoards(
    context: ActingContext,
    ids: readonly ItemId[],
    { trashed = false } = {},
  ): Promise<Map<ItemId, BoardId>> {
    const visible = new Map<ItemId, BoardId>();
    for (const { id, boardId, isTrashed } of await this.places.items(context, ids)) {
      const board = isTrashed && !trashed ? null : await this.boards.recentBoard(context, boardId);
      if (board && boardAccess(context.principal, board).canSee) visible.set(id, boardId);
    }
    return visible;
  }

  /**
   * The board that an item is probably on, if the caller sees it; otherwise null. For writes of one statement that contains
   * the board as a condition: if it writes nothing, the caller calls `item`.
   */
  async expectedBoardOfItem(context: CallContext, id: ItemId): Promise<BoardFacts | null> {
    const boardId = await this.places.expectedBoardOfItem(context, id);
    const board = boardId === null ? null : await this.boards.board(context, boardId);
    return board && boardAccess(context.principal, board).canSee ? board : null;
  }

  /** Names of active members of the caller's organization; others have no entry. */
  memberNames(context: TenantContext, ids: readonly UserId[]): Promise<Map<UserId, string>> {
    return this.people.names(context, ids);
  }

  /** Names and avatars of active members of the organization. */
  memberProfiles(context: TenantContext, ids: readonly UserId[]): Promise<UserReference[]> {
    return this.people.profiles(context, ids);
  }

  /** The active members whose e-mail address or name, in lowercase, is one of these. */
  membersNamed(context: CallContext, texts: readonly string[]): Promise<NamedMember[]> {
    return this.people.named(context, texts);
  }

  /** The ids of current and former members of the caller's organization, active or not. */
  everMembers(context: CallContext, ids: readonly UserId[]): Promise<Set<UserId>> {
    return this.people.everMembers(context, ids);
  }

  /** The zone and the first day of the week of the caller's organization. */
  calendar(context: TenantContext): Promise<Calendar> {
    return this.calendars.calendar(context);
  }

  /** A board for background work; null when there is none, or it or a parent of it is deleted. */
  boardFacts(context: TenantContext, id: BoardId): Promise<BoardFacts | null> {
    return this.boards.board(context, id);
  }

  /** As `boardFacts`, also inside a transaction from the cache if possible. A write checks the current board itself. */
  recentBoardFacts(context: TenantContext, id: BoardId): Promise<BoardFacts | null> {
    return this.boards.recentBoard(context, id);
  }

  /** The board of a column, for computations; checks no permissions. */
  homeOfColumn(context: TenantContext, id: ColumnId): Promise<BoardFacts | null> {
    return this.boards.boardOfColumn(context, id);
  }
}

function seen<T>(
  { principal }: CallContext,
  facts: T | null,
  accessTo: (principal: Principal, facts: T) => WorkspaceAccess,
  noun: string,
): Seen<T> {
  if (facts === null) throw new RecordNotFound(noun);
  const access = accessTo(principal, facts);
  authorize(see(noun), principal, { access });
  return { facts, access };
}
