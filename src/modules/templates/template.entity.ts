import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TemplateId, UserId } from '../../kernel/ids';
import type { TemplateContent, TemplateKind } from './template-content';

@Entity('templates')
export class TemplateEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: TemplateId;

  @Column({ type: 'text' })
  kind!: TemplateKind;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'jsonb' })
  content!: TemplateContent;

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: UserId;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
