import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, ItemId, UserId, WorkspaceId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** An item in Trash, or the tombstone of one that was deleted. */
@Entity('trash_entries')
export class TrashEntryEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'item_id', ...C_TEXT })
  itemId!: ItemId;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ name: 'workspace_id', ...C_TEXT })
  workspaceId!: WorkspaceId;

  @Column({ name: 'trashed_at', ...TIMESTAMP })
  trashedAt!: Date;

  @Column({ name: 'trashed_by', ...C_TEXT, nullable: true })
  trashedBy!: UserId | null;

  @Column({ name: 'tombstone_until', ...TIMESTAMP, nullable: true })
  tombstoneUntil!: Date | null;
}
