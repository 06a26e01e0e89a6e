import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DomainId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('sso_domains')
@Index('sso_domains_domain_idx', ['organizationId', 'domain'], { unique: true })
export class DomainEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: DomainId;

  @Column(C_TEXT)
  domain!: string;

  @Column({ type: 'text' })
  proof!: string;

  @Column({ name: 'verified_at', ...TIMESTAMP, nullable: true })
  verifiedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
