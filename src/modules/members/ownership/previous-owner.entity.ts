import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A user who owned an organization: an attacker who got the ownership cannot delete the organization for good. */
@Entity('previous_owners')
export class PreviousOwnerEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'owned_until', ...TIMESTAMP })
  ownedUntil!: Date;
}
