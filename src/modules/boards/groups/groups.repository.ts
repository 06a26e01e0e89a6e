import { Injectable } from '@nestjs/common';
import type { BoardId, GroupId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { GroupEntity } from './group.entity';

const SHIFT = statement(
  'groups.shift',
  `update groups set position = position + $4
   where organization_id = $1 and board_id = $2 and position >= $3 and archived_at is null`,
);

const REORDER = statement(
  'groups.reorder',
  `update groups set position = place.number - 1
   from unnest($3::text[]) with ordinality as place (id, number)
   where groups.organization_id = $1 and groups.board_id = $2 and groups.id = place.id`,
);

const RETURN = statement(
  'groups.return',
  `insert into groups
     (organization_id, id, key, board_id, name, color, position, collapsed, archived_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, null, $9, $10)`,
);

/**
 * Positions are dense: 0 to n-1 in the board, without archived groups. Every method that moves groups expects the board's structure to be
 * locked (BoardsRepository.lockStructure). A group's `updatedAt` does not change when others move past it.
 */
@Injectable()
export class GroupsRepository extends TenantRepository<GroupEntity> {
  constructor(database: Database) {
    super(database, GroupEntity);
  }

  /** Shifts the groups from a position on by one. */
  async openGap(context: InTransaction<TenantContext>, boardId: BoardId, position: number): Promise<void> {
    await this.database.query(context, SHIFT, [context.organizationId, boardId, position, 1]);
  }

  /** Closes the gap of a deleted group. */
  async closeGap(context: InTransaction<TenantContext>, boardId: BoardId, position: number): Promise<void> {
    await this.database.query(context, SHIFT, [context.organizationId, boardId, position + 1, -1]);
  }

  /** Creates a deleted group again, with the key to which its items in Trash refer. */
  async insertReturned(
    context: InTransaction<TenantContext>,
    group: Omit<GroupEntity, 'organizationId' | 'archivedAt'>,
  ): Promise<void> {
    const { id, key, boardId, name, color, position, collapsed, createdAt, updatedAt } = group;
    const values = [id, key, boardId, name, color, position, collapsed, createdAt, updatedAt];
    await this.database.query(context, RETURN, [context.organizationId, ...values]);
  }

  async reorder(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    ids: readonly GroupId[],
  ): Promise<void> {
    await this.database.query(context, REORDER, [context.organizationId, boardId, ids]);
  }
}
