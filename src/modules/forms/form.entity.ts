import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, FormId, UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';
import type { FormStatus, Mapping, Settings } from './forms.schemas';
import type { FormSchema } from './schema/form-schema';

@Entity('forms')
@Index('forms_board_id_idx', ['organizationId', 'boardId', 'id'])
export class FormEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: FormId;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text' })
  status!: FormStatus;

  @Column({ type: 'jsonb' })
  schema!: FormSchema;

  @Column({ type: 'jsonb' })
  mappings!: Mapping[];

  @Column({ type: 'jsonb' })
  settings!: Settings;

  /** Counts the changes: a submission is accepted by the version that validated it. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;

  /** Set when the form is deleted; its submissions are then deleted in the background. */
  @Column({ name: 'deleted_at', ...TIMESTAMP, nullable: true })
  deletedAt!: Date | null;
}
