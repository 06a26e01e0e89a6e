import { Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../../platform/database/column-options';

/** A word of the indexed texts, for searches with parts of words and typing errors. */
@Entity('search_words')
export class SearchWordEntity {
  @PrimaryColumn({ name: 'organization_number', type: 'integer' })
  organizationNumber!: number;

  @PrimaryColumn(C_TEXT)
  word!: string;
}
