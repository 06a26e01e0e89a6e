import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** An entry that waits for its place in the chain. A trigger of `audit_entries` adds it in the transaction of the entry. */
@Entity('unsealed_audit_entries')
export class UnsealedAuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  number!: string;

  @Column({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ name: 'entry_id', ...C_TEXT })
  entryId!: string;

  @Column(TIMESTAMP)
  at!: Date;
}
