import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, OrganizationId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import { WORKSPACE_ROLES_OF_USERS } from './people-groups';

/** A user, and a record that the user may not see. */
export interface AudienceCandidate {
  organizationId: OrganizationId;
  userId: UserId;
  /** The board; of an item, its present board counts. Null for what every active member sees. */
  boardId: BoardId | null;
  itemId: ItemId | null;
}

// The same rules as workspace-access.ts, for many users at a time. audience.spec.ts compares the two.
const AUDIENCE = statement(
  'hierarchy.audience',
  `select candidate.place::int as place, coalesce(item.board_id, candidate.board_id) as "boardId"
   from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
     as candidate (organization_id, user_id, board_id, item_id, place)
   join members member on member.organization_id = candidate.organization_id
     and member.user_id = candidate.user_id and member.status = 'active'
   join organizations organization
     on organization.id = candidate.organization_id and organization.deleted_at is null
   left join items item on item.organization_id = candidate.organization_id and item.id = candidate.item_id
     and item.trashed_at is null
   where (candidate.item_id is null or item.id is not null)
     and (candidate.board_id is null or exists (
       select from boards board
       join projects project on project.organization_id = board.organization_id and project.id = board.project_id
         and project.deleted_at is null
       join workspaces workspace on workspace.organization_id = board.organization_id
         and workspace.id = project.workspace_id and workspace.deleted_at is null
       where board.organization_id = candidate.organization_id
         and board.id = coalesce(item.board_id, candidate.board_id) and board.deleted_at is null
         and case member.role
           when 'guest' then exists (
             select from board_members share
             where share.organization_id = board.organization_id and share.board_id = board.id
               and share.user_id = member.user_id)
           when 'member' then workspace.visibility = 'open' or exists (
             select from ${WORKSPACE_ROLES_OF_USERS} own
             where own.organization_id = board.organization_id and own.workspace_id = workspace.id
               and own.user_id = member.user_id)
           else true end))
   order by candidate.place`,
);

/** Which users see which records, for background work that no user calls. Never cached. */
@Injectable()
export class AudienceReadModel {
  constructor(private readonly database: Database) {}

  /** The candidates who are active members and see their record now, each with the record's present board. */
  async seeing<C extends AudienceCandidate>(
    context: DatabaseContext,
    candidates: readonly C[],
  ): Promise<(C & { boardId: BoardId | null })[]> {
    if (candidates.length === 0) return [];
    const rows = await this.database.query<{ place: number; boardId: BoardId | null }>(context, AUDIENCE, [
      candidates.map(({ organizationId }) => organizationId),
      candidates.map(({ userId }) => userId),
      candidates.map(({ boardId }) => boardId),
      candidates.map(({ itemId }) => itemId),
    ]);
    return rows.map(({ place, boardId }) => ({ ...candidates[place - 1]!, boardId }));
  }
}
