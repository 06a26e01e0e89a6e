import { Injectable } from '@nestjs/common';
import type { BoardId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { WORKSPACE_ROLES_OF_USERS } from './people-groups';

const ARE_ACTIVE = `member.organization_id = $1 and member.role in ('owner', 'admin') and member.status = 'active'`;

const LIST = statement(
  'hierarchy.administrators',
  `select member.user_id as "userId" from members member where ${ARE_ACTIVE} order by member.user_id`,
);

// As workspace-access.ts: who administers a board administers its workspace.
const OF_BOARD = statement(
  'hierarchy.administrators-of-board',
  `select member.user_id as "userId" from members member
   where member.organization_id = $1 and member.status = 'active'
     and (member.role in ('owner', 'admin') or member.role = 'member' and exists (
       select from boards board
       join ${WORKSPACE_ROLES_OF_USERS} own on own.organization_id = $1 and own.workspace_id = board.workspace_id
         and own.user_id = member.user_id and own.role = 'admin'
       where board.organization_id = $1 and board.id = $2))
   order by member.user_id`,
);

const FIND = statement(
  'hierarchy.administrator',
  `select person.email, organization.slug
   from members member
   join users person on person.id = member.user_id
   join organizations organization on organization.id = member.organization_id
   where ${ARE_ACTIVE} and member.user_id = $2 and organization.deleted_at is null`,
);

/** The owner and the admins of an organization, and the admins of workspaces. */
@Injectable()
export class AdministratorsReadModel {
  constructor(private readonly database: Database) {}

  async list(context: TenantContext): Promise<UserId[]> {
    const rows = await this.database.query<{ userId: UserId }>(context, LIST, [context.organizationId]);
    return rows.map(({ userId }) => userId);
  }

  /** The owner and the admins of the organization, and the admins of the workspace of a board. */
  async ofBoard(context: TenantContext, boardId: BoardId): Promise<UserId[]> {
    const values = [context.organizationId, boardId];
    const rows = await this.database.query<{ userId: UserId }>(context, OF_BOARD, values);
    return rows.map(({ userId }) => userId);
  }

  /** The email address and name of an administrator; null if the user no longer is one. */
  async find(context: TenantContext, userId: UserId): Promise<{ email: string; slug: string } | null> {
    const values = [context.organizationId, userId];
    const [row] = await this.database.query<{ email: string; slug: string }>(context, FIND, values);
    return row ?? null;
  }
}
