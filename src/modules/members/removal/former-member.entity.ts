import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A user who is no longer a member, and the successor. */
@Entity('former_members')
export class FormerMemberEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'removed_at', ...TIMESTAMP })
  removedAt!: Date;

  @Column({ name: 'successor_id', ...C_TEXT, nullable: true })
  successorId!: UserId | null;
}
