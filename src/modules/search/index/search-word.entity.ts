import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../../platform/database/column-options';

/** A word of the indexed names, with its trigrams for searches with typing errors. */
@Entity('search_words')
export class SearchWordEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  word!: string;

  @Column({ type: 'text', array: true })
  trigrams!: string[];
}
