import { Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../../platform/database/column-options';

/** An organization whose search index is not yet complete. */
@Entity('search_fills')
export class SearchFillEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;
}
