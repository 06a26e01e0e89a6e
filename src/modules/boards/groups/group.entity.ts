import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, GroupId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('groups')
@Index('groups_board_id_idx', ['organizationId', 'boardId', 'position'])
@Index('groups_key_idx', ['key'], { unique: true })
export class GroupEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: GroupId;

  /** Assigned by the database; never changes (decision 0101). */
  @Column({ type: 'bigint', insert: false, update: false })
  key!: RecordKey;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  color!: string;

  /** 0 to n-1 in the board, without gaps; of an archived group, the position that it is restored to. */
  @Column({ type: 'integer' })
  position!: number;

  @Column({ type: 'boolean' })
  collapsed!: boolean;

  @Column({ name: 'archived_at', ...TIMESTAMP, nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
