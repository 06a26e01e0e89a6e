import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';
import type { NotificationKind } from '../notification-kinds';

/** How a user wants to receive notifications of a kind, if not by the defaults. */
@Entity('notification_preferences')
export class NotificationPreferenceEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @PrimaryColumn({ type: 'text' })
  kind!: NotificationKind;

  @Column({ name: 'in_app', type: 'boolean' })
  inApp!: boolean;

  @Column({ type: 'boolean' })
  email!: boolean;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
