import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';

@Entity('search_documents')
@Index('search_documents_name_idx', ['organizationId', 'workspaceId', 'type', 'name'])
export class SearchDocumentEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: string;

  @Column({ type: 'text' })
  type!: 'item' | 'board' | 'project' | 'comment';

  @Column({ name: 'workspace_id', ...C_TEXT })
  workspaceId!: WorkspaceId;

  @Column(C_TEXT)
  name!: string;

  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'tsvector' })
  lexemes!: string;
}
