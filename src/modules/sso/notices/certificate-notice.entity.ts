import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A warning about an expiring certificate that was sent. */
@Entity('sso_certificate_notices')
export class CertificateNoticeEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  fingerprint!: string;

  @PrimaryColumn({ type: 'integer' })
  days!: number;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
