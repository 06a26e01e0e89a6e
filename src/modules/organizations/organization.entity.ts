import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrganizationId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/** The tenant. */
@Entity('organizations')
@Index('organizations_slug_idx', ['slug'], { unique: true })
@Index('organizations_number_idx', ['number'], { unique: true })
export class OrganizationEntity {
  @PrimaryColumn(C_TEXT)
  id!: OrganizationId;

  /** The upper bits of the keys of its records, assigned by the database (decision 0101). */
  @Column({ type: 'bigint', generatedIdentity: 'ALWAYS', insert: false, update: false })
  number!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  slug!: string;

  @Column({ type: 'text', nullable: true })
  logo!: string | null;

  @Column({ type: 'text' })
  timezone!: string;

  @Column({ name: 'date_format', type: 'text' })
  dateFormat!: string;

  @Column({ name: 'week_start', type: 'text' })
  weekStart!: string;

  @Column({ type: 'text' })
  language!: string;

  @Column({ type: 'text' })
  plan!: string;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;

  @Column({ name: 'deleted_at', ...TIMESTAMP, nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'two_factor_required_from', ...TIMESTAMP, nullable: true })
  twoFactorRequiredFrom!: Date | null;

  @Column({ name: 'sign_on_enforced', type: 'boolean', default: false })
  signOnEnforced!: boolean;

  /** Null: every host that the operator allows. */
  @Column({ name: 'outbound_hosts', type: 'text', array: true, nullable: true })
  outboundHosts!: string[] | null;

  /** Days from creation to the latest expiry of a personal access token. Null: no limit. */
  @Column({ name: 'max_token_lifetime_days', type: 'integer', nullable: true })
  maxTokenLifetimeDays!: number | null;

  /** Whether the longest lifetime also ends tokens that were created before it was set. */
  @Column({ name: 'token_lifetime_covers_existing', type: 'boolean', default: false })
  tokenLifetimeCoversExisting!: boolean;
}
