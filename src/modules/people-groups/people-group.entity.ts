import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PeopleGroupId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('people_groups')
@Index('people_groups_name_key_idx', ['organizationId', 'nameKey'], { unique: true })
export class PeopleGroupEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: PeopleGroupId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'name_key', ...C_TEXT })
  nameKey!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
