import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId, ItemId, ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import type { CallContext, Principal } from '../../access/principal';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { BoardFactsReadModel } from './board-facts.read-model';
import { type Calendar, CalendarReadModel } from './calendar.read-model';
import type { BoardFacts, ItemFacts, ProjectFacts, Seen, WorkspaceRecord } from './facts';
import { RecordNotFound } from './hierarchy-errors';
import { type NamedMember, PeopleReadModel } from './people.read-model';
import { PlaceReadModel } from './place.read-model';
import { boardAccess, projectAccess, workspaceAccess, type WorkspaceAccess } from './workspace-access';

/**
 * Answers "does this exist for this caller, where, and what may they do there". Every method throws the same
 * NOT_FOUND for what is missing, of another organization, or hidden from the caller.
 */
@Injectable()
export class Hierarchy {
  constructor(
    private readonly places: PlaceReadModel,
    private readonly boards: BoardFactsReadModel,
    private readonly people: PeopleReadModel,
    private readonly calendars: CalendarReadModel,
  ) {}

  async workspace(context: CallContext, id: WorkspaceId): Promise<Seen<WorkspaceRecord>> {
    return seen(context, await this.places.workspace(context, id), workspaceAccess, 'workspace');
  }

  /** Every workspace that the caller sees; of a guest's only the shared boards in it (`sharedBoardIds`). */
  async visibleWorkspaces(context: CallContext): Promise<WorkspaceId[]> {
    const workspaces = await this.places.workspaces(context);
    return workspaces.filter((each) => workspaceAccess(context.principal, each).canSee).map(({ id }) => id);
  }

  async project(context: CallContext, id: ProjectId): Promise<Seen<ProjectFacts>> {
    return seen(context, await this.places.project(context, id), projectAccess, 'project');
  }

  /** `noun` is what the caller asked for, when that was something on the board. */
  async board(context: CallContext, id: BoardId, noun = 'board'): Promise<Seen<BoardFacts>> {
    return seen(context, await this.boards.board(context, id), boardAccess, noun);
  }

  /** The first `limit` boards of a project, oldest first. One read each: for few boards, and seldom. */
  async boardsOfProject(context: CallContext, id: ProjectId, limit: number): Promise<BoardFacts[]> {
    await this.project(context, id);
    const boards: BoardFacts[] = [];
    for (const boardId of await this.places.boardsOfProject(context, id, limit)) {
      boards.push((await this.board(context, boardId)).facts);
    }
    return boards;
  }

  /** The board that a group is on. */
  async boardOfGroup(context: CallContext, id: GroupId): Promise<Seen<BoardFacts>> {
    return seen(context, await this.boards.boardOfGroup(context, id), boardAccess, 'group');
  }

  /** The board that a column is on. */
  async boardOfColumn(context: CallContext, id: ColumnId): Promise<Seen<BoardFacts>> {
    return seen(context, await this.boards.boardOfColumn(context, id), boardAccess, 'column');
  }

  /** An item and its board. Trashed items are not here; `trashed: true` asks for those as well. */
  async item(
    context: CallContext,
    id: ItemId,
    options: { trashed?: boolean } = {},
  ): Promise<Seen<BoardFacts> & { item: ItemFacts }> {
    const [found] = await this.items(context, [id], options);
    return found!;
  }

  /** The set form of `item`, in the order asked; refuses as a whole when one is missing or hidden. */
  async items(
    context: CallContext,
    ids: readonly ItemId[],
    { trashed = false }: { trashed?: boolean } = {},
  ): Promise<(Seen<BoardFacts> & { item: ItemFacts })[]> {
    const rows = new Map((await this.places.items(context, ids)).map((row) => [row.id, row]));
    const boards = new Map<BoardId, Seen<BoardFacts>>();
    for (const boardId of new Set([...rows.values()].map((row) => row.boardId))) {
      boards.set(
        boardId,
        await seen(context, await this.boards.board(context, boardId), boardAccess, 'item'),
      );
    }
    return ids.map((id) => {
      const item = rows.get(id);
      if (!item || (item.isTrashed && !trashed)) throw new RecordNotFound('item');
      return { ...boards.get(item.boardId)!, item };
    });
  }

  /** The boards of those items that the caller sees; missing, hidden and trashed ones have no entry. */
  async visibleItemBoards(context: CallContext, ids: readonly ItemId[]): Promise<Map<ItemId, BoardId>> {
    const visible = new Map<ItemId, BoardId>();
    for (const { id, boardId, isTrashed } of await this.places.items(context, ids)) {
      const board = isTrashed ? null : await this.boards.board(context, boardId);
      if (board && boardAccess(context.principal, board).canSee) visible.set(id, boardId);
    }
    return visible;
  }

  /** Names of active members of the caller's organization; others have no entry. */
  memberNames(context: TenantContext, ids: readonly UserId[]): Promise<Map<UserId, string>> {
    return this.people.names(context, ids);
  }

  /** The active members that have one of these, in lower case, for their e-mail address or name. */
  membersNamed(context: CallContext, texts: readonly string[]): Promise<NamedMember[]> {
    return this.people.named(context, texts);
  }

  /** Those of the people who are members of the caller's organization, active or not, or have been. */
  everMembers(context: CallContext, ids: readonly UserId[]): Promise<Set<UserId>> {
    return this.people.everMembers(context, ids);
  }

  /** The zone and the first day of the week of the caller's organization. */
  calendar(context: TenantContext): Promise<Calendar> {
    return this.calendars.calendar(context);
  }

  /** A board for work that no caller waits for; null when there is none, or it or what it lies in is deleted. */
  boardFacts(context: TenantContext, id: BoardId): Promise<BoardFacts | null> {
    return this.boards.board(context, id);
  }

  /** The board that a column is on, for whoever computes with it; nobody is judged. */
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
  if (!access.canSee) throw new RecordNotFound(noun);
  return { facts, access };
}
