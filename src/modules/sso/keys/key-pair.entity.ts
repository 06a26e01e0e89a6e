import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A key pair of the service provider; the private key is sealed. */
@Entity('sso_keys')
export class KeyPairEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  purpose!: 'signing' | 'encryption';

  @Column({ name: 'sealed_private_key', type: 'text' })
  sealedPrivateKey!: string;

  @Column({ type: 'text' })
  certificate!: string;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
