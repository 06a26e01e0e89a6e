import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/** What interfaces keep for a member of an organization. */
@Entity('user_preferences')
export class UserPreferencesEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  /** By the names that `entriesOf` gives. */
  @Column({ type: 'jsonb' })
  entries!: { [name: string]: Json };

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
