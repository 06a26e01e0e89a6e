import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, TokenId, UserId, WorkspaceId } from '../../kernel/ids';
import type { Scope } from '../../access/scope';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('tokens')
@Index('tokens_secret_digest_idx', ['secretDigest'], { unique: true })
@Index('tokens_user_id_idx', ['organizationId', 'userId', 'id'])
export class TokenEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: TokenId;

  @Column({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  @Column({ name: 'secret_digest', type: 'bytea' })
  secretDigest!: Buffer;

  @Column({ name: 'expires_at', ...TIMESTAMP, nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'last_used_at', ...TIMESTAMP, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  /** Null: every workspace that the user sees. */
  @Column({ name: 'workspace_ids', type: 'text', array: true, nullable: true })
  workspaceIds!: WorkspaceId[] | null;

  /** Null: every board that the user sees. */
  @Column({ name: 'board_ids', type: 'text', array: true, nullable: true })
  boardIds!: BoardId[] | null;

  /** Null: every address. */
  @Column({ name: 'allowed_cidrs', type: 'text', array: true, nullable: true })
  allowedCidrs!: string[] | null;
}
