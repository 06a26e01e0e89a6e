import type { ColumnTypeName } from '../../../column-types/column-type';
import type { Layout } from '../reading/layout';
import type { RewriteName } from './rewrites';

/** The products whose files are imported as they are exported. */
export const SOURCES = ['csv', 'monday', 'jira', 'asana', 'trello'] as const;
export type Source = (typeof SOURCES)[number];

/** The column that cells under a header of a product become, if all of them fit its type; otherwise the best guess. */
export interface ColumnHint {
  /** The header by default. */
  name?: string;
  type: ColumnTypeName;
  config?: object;
  /** Applied to the cells of a column of this type. */
  rewrite?: RewriteName;
}

/** A column of the table that is made from others. */
export interface DerivedColumn {
  header: string;
  /** The headers of the columns that it is made from. */
  from: string[];
  /** copy: the first text of these cells. filled: yes or no. */
  how: 'copy' | 'filled';
}

/** How the file of a product is read. Headers are in plain form. */
export interface Preset {
  layout: Layout;
  /** Headers of every file, by which the header row is found. */
  known: readonly string[];
  name: readonly string[];
  description: readonly string[];
  group: readonly string[];
  /** Columns that name the parent of an item; the first that leads to a row applies. */
  parent: readonly string[];
  /** Columns by which cells of other rows name a row, besides its name. */
  keys: readonly string[];
  /** Columns that say nothing on a board of Trestle. */
  isSkipped(header: string, isFilled: (header: string) => boolean): boolean;
  /** Whether columns without a cell are created; products that export all of their fields have many. */
  keepsEmpty: boolean;
  /** The column for a header, and the texts below it. */
  hint(header: string, texts: ReadonlySet<string>): ColumnHint | null;
  /** The name of a new column. */
  nameOf(header: string): string;
  derived: readonly DerivedColumn[];
  /** Rows with `true` in this column are left out. */
  omitted: string | null;
}
