import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, ImportId, ProjectId, UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';
import type { ImportWork } from './importing/import-work';
import type { ImportProblem, UnresolvedOutput } from './imports.schemas';

@Entity('imports')
@Index('imports_created_at_idx', ['createdAt'])
export class ImportEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ImportId;

  @Column({ name: 'board_id', ...C_TEXT, nullable: true })
  boardId!: BoardId | null;

  @Column({ type: 'text' })
  status!: 'running' | 'done' | 'failed';

  @Column({ type: 'integer' })
  total!: number;

  @Column({ type: 'integer' })
  done!: number;

  @Column({ type: 'jsonb' })
  problems!: ImportProblem[];

  @Column({ type: 'integer', default: 0 })
  created!: number;

  @Column({ type: 'integer', default: 0 })
  updated!: number;

  @Column({ type: 'integer', default: 0 })
  unchanged!: number;

  /** The first of them. */
  @Column({ type: 'jsonb', default: () => "'[]'::jsonb" })
  unresolved!: UnresolvedOutput[];

  @Column({ name: 'unresolved_count', type: 'integer', default: 0 })
  unresolvedCount!: number;

  @Column({ type: 'jsonb', nullable: true })
  work!: ImportWork | null;

  /** The request that wrote the rows; null when a job writes them. */
  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId!: string | null;

  /** Of a new board, which a running or failed import has not created. */
  @Column({ name: 'project_id', ...C_TEXT, nullable: true })
  projectId!: ProjectId | null;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
