import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** An account that the directory of an organization created. */
@Entity('provisioned_accounts')
@Index('provisioned_accounts_user_id_idx', ['userId'])
export class ProvisionedAccountEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'user_id', ...C_TEXT })
  userId!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
