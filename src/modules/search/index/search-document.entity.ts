import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../../platform/database/column-options';
import type { TypeCode } from '../search-types';

@Entity('search_documents')
@Index('search_documents_name_idx', ['workspaceNumber', 'type', 'name'])
export class SearchDocumentEntity {
  @PrimaryColumn({ name: 'organization_number', type: 'integer' })
  organizationNumber!: number;

  @PrimaryColumn(C_TEXT)
  place!: string;

  @PrimaryColumn({ type: 'char' })
  type!: TypeCode;

  @Column({ name: 'workspace_number', type: 'integer' })
  workspaceNumber!: number;

  @Column(C_TEXT)
  name!: string;

  @Column({ name: 'name_words', ...C_TEXT, nullable: true })
  nameWords!: string | null;

  @Column(C_TEXT)
  words!: string;

  @Column({ type: 'text' })
  body!: string;
}
