import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** The end of the chain of an organization. */
@Entity('audit_chains')
export class AuditChainEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ type: 'bigint' })
  sequence!: string;

  @Column({ type: 'text' })
  hash!: string;

  @Column({ name: 'signed_at', ...TIMESTAMP })
  signedAt!: Date;

  /** Null, with the signature, since the chain was found changed: nothing that follows is attested. */
  @Column({ name: 'key_id', ...C_TEXT, nullable: true })
  keyId!: string | null;

  @Column({ type: 'text', nullable: true })
  signature!: string | null;
}
