import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Id, UserId, WorkspaceId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('invitations')
@Index('invitations_user_id_idx', ['organizationId', 'userId'], { unique: true })
export class InvitationEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: Id<'invitation'>;

  @Column({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'email_key', type: 'text' })
  emailKey!: string;

  @Column({ type: 'text' })
  role!: 'admin' | 'member' | 'guest';

  @Column({ name: 'workspace_ids', type: 'text', array: true })
  workspaceIds!: WorkspaceId[];

  @Column({ type: 'text' })
  status!: 'pending' | 'accepted' | 'revoked' | 'expired';

  @Column({ name: 'token_digest', type: 'bytea', nullable: true })
  tokenDigest!: Buffer | null;

  @Column({ name: 'invited_by', ...C_TEXT })
  invitedBy!: UserId;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;

  /** Null while the link is one that was mailed. */
  @Column({ name: 'link_copied_at', ...TIMESTAMP, nullable: true })
  linkCopiedAt!: Date | null;
}
