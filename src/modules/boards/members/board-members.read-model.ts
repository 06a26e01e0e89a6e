import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { BoardId, UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { OrganizationRole } from '../../../access/role';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import { memberReferenceFields } from '../../hierarchy';
import type { BoardMemberOutput } from './board-members.schemas';

// Members who are no longer guests keep the row, which then has no effect and is not shown.
const MEMBERS = (condition: string) => `
  select share.user_id as id, share.board_id as "boardId", share.user_id as "userId",
    ${memberReferenceFields('person')}, share.permission, share.created_at as "createdAt", share.updated_at as "updatedAt"
  from board_members share
  join members member
    on member.organization_id = $1 and member.user_id = share.user_id and member.role = 'guest'
  join users person on person.id = share.user_id
  where share.organization_id = $1 and share.board_id = $2 and ${condition}`;

const LIST = statementFamily(
  'board-members.list',
  (limit: number) =>
    `${MEMBERS('($3::text is null or share.user_id > $3)')} order by share.user_id limit ${limit + 1}`,
);

const GET = statement('board-members.get', MEMBERS('share.user_id = $3'));

const ROLE = statement(
  'board-members.role',
  `select role from members where organization_id = $1 and user_id = $2 and status = 'active' for share`,
);

// A cursor stays valid after its member is removed.
const CURSOR = statement(
  'board-members.cursor',
  `select from members where organization_id = $1 and user_id = $2
   union all select from former_members where organization_id = $1 and user_id = $2`,
);

type Row = BoardMemberOutput & { id: UserId };

/** Guests of a board. */
@Injectable()
export class BoardMembersReadModel {
  constructor(private readonly database: Database) {}

  async list(
    context: CallContext,
    boardId: BoardId,
    { cursor, limit }: { cursor: UserId | null; limit: number },
  ): Promise<Page<Row>> {
    const { organizationId } = context;
    if (cursor !== null) {
      const rows = await this.database.query(context, CURSOR, [organizationId, cursor]);
      if (rows.length === 0) throw new UnknownCursor();
    }
    return pageOf(
      await this.database.query<Row>(context, LIST(limit), [organizationId, boardId, cursor]),
      limit,
    );
  }

  async get(context: CallContext, boardId: BoardId, userId: UserId): Promise<Row | null> {
    const [row] = await this.database.query<Row>(context, GET, [context.organizationId, boardId, userId]);
    return row ?? null;
  }

  /** Locked until the transaction ends; null without an active membership of the organization. */
  async organizationRole(context: CallContext, userId: UserId): Promise<OrganizationRole | null> {
    const [row] = await this.database.query<{ role: OrganizationRole }>(context, ROLE, [
      context.organizationId,
      userId,
    ]);
    return row?.role ?? null;
  }
}
