import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../platform/database/column-options';

/** A number for an id or an action that many entries contain. */
@Entity('activity_terms')
@Index('activity_terms_key_idx', ['key'], { unique: true })
export class ActivityTermEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  term!: string;

  @Column({ type: 'integer', generated: 'identity', generatedIdentity: 'ALWAYS' })
  key!: number;
}
