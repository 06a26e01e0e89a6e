import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TemplateId, UserId } from '../../kernel/ids';
import type { TemplateContent, TemplateKind } from './template-content';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('templates')
export class TemplateEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: TemplateId;

  @Column({ type: 'text' })
  kind!: TemplateKind;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'jsonb' })
  content!: TemplateContent;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'deleted_at', ...TIMESTAMP, nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
