import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** The place of an entry in the chain of its organization. */
@Entity('audit_seals')
@Index('audit_seals_at_idx', ['at'])
export class AuditSealEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'bigint' })
  sequence!: string;

  @Column({ name: 'entry_id', ...C_TEXT })
  entryId!: string;

  /** The time of the entry. */
  @Column(TIMESTAMP)
  at!: Date;

  @Column({ type: 'text' })
  previous!: string;

  @Column({ type: 'text' })
  hash!: string;

  @Column({ type: 'text', nullable: true })
  salt!: string | null;

  @Column({ type: 'text', nullable: true })
  personal!: string | null;

  @Column({ type: 'text', nullable: true })
  details!: string | null;

  @Column({ name: 'details_salt', type: 'text', nullable: true })
  detailsSalt!: string | null;

  @Column({ type: 'text', nullable: true })
  origin!: string | null;

  @Column({ name: 'origin_salt', type: 'text', nullable: true })
  originSalt!: string | null;

  /** The checkpoint at this entry, if a batch ended with it. */
  @Column({ name: 'signed_at', ...TIMESTAMP, nullable: true })
  signedAt!: Date | null;

  @Column({ name: 'key_id', ...C_TEXT, nullable: true })
  keyId!: string | null;

  @Column({ type: 'text', nullable: true })
  signature!: string | null;
}
