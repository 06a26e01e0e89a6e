import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A guest with whom a board is shared. */
@Entity('board_members')
@Index('board_members_user_id_idx', ['organizationId', 'userId'])
export class BoardMemberEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ type: 'text' })
  permission!: 'view' | 'edit';

  @Column({ name: 'added_by', ...C_TEXT })
  addedBy!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
