import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, GroupId } from '../../kernel/ids';

@Entity('groups')
export class GroupEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: GroupId;

  @Column({ name: 'board_id', type: 'text' })
  boardId!: BoardId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  color!: string;

  /** 0 to n-1 in the board, without gaps. */
  @Column({ type: 'integer' })
  position!: number;

  @Column({ type: 'boolean' })
  collapsed!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
