import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/** A user in an organization. */
@Entity('members')
@Index('members_user_id_idx', ['userId'])
export class MemberEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ type: 'text' })
  role!: 'owner' | 'admin' | 'member' | 'guest';

  @Column({ type: 'text' })
  status!: 'active' | 'pending' | 'deactivated';

  @Column({ name: 'joined_at', ...TIMESTAMP, nullable: true })
  joinedAt!: Date | null;

  @Column({ name: 'last_active_at', ...TIMESTAMP, nullable: true })
  lastActiveAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
