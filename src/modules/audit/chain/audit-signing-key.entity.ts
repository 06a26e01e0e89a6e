import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A key that signs the audit logs of the installation. Replaced ones remain, to verify what they have signed. */
@Entity('audit_signing_keys')
export class AuditSigningKeyEntity {
  @PrimaryColumn(C_TEXT)
  id!: string;

  @Column({ name: 'is_current', type: 'boolean' })
  isCurrent!: boolean;

  @Column({ name: 'public_key', type: 'text' })
  publicKey!: string;

  @Column({ name: 'sealed_private_key', ...C_TEXT })
  sealedPrivateKey!: string;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
