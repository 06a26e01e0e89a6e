import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { BoardPermission } from '../../../access/role';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

// An unchanged permission keeps its date: no event occurred.
const PUT = statement(
  'board-members.put',
  `insert into board_members as known
     (organization_id, board_id, user_id, permission, added_by, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (organization_id, board_id, user_id) do update
     set permission = excluded.permission, updated_at = excluded.updated_at
     where known.permission <> excluded.permission
   returning xmax = 0 as "isNew"`,
);

const REMOVE = statement(
  'board-members.remove',
  `delete from board_members where organization_id = $1 and board_id = $2 and user_id = $3 returning permission`,
);

@Injectable()
export class BoardMembersRepository {
  constructor(private readonly database: Database) {}

  /** Whether it added or changed the row; null when the guest already had that permission. */
  async put(
    context: CallContext,
    boardId: BoardId,
    userId: UserId,
    permission: BoardPermission,
  ): Promise<'added' | 'changed' | null> {
    const { organizationId, principal } = context;
    const values = [organizationId, boardId, userId, permission, principal.userId, clock.now()];
    const [row] = await this.database.query<{ isNew: boolean }>(context, PUT, values);
    if (row === undefined) return null;
    return row.isNew ? 'added' : 'changed';
  }

  /** The removed permission; null if there was none. */
  async remove(context: CallContext, boardId: BoardId, userId: UserId): Promise<BoardPermission | null> {
    const [row] = await this.database.query<{ permission: BoardPermission }>(context, REMOVE, [
      context.organizationId,
      boardId,
      userId,
    ]);
    return row?.permission ?? null;
  }
}
