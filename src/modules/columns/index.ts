export { ColumnCopies, type CopiedColumns } from './column-copies';
export { ColumnsModule } from './columns.module';
export { presentColumn } from './columns.presenter';
export { ColumnsPurge } from './columns-purge';
export { column as columnSchema, type ColumnOutput } from './columns.schemas';
export { type ColumnSpec, ColumnsService } from './columns.service';
export { DEFAULT_COLUMNS } from './types/default-columns';
export { compileBoardValues, numberColumnsOf, sortOrderOf } from './board-values';
export type { SortOrder } from './column-type';
export { DependencyReadModel } from './dependency.read-model';
export { naturalKey } from './kinds/natural-key';
export {
  dependsOnPrevious,
  type IndexRows,
  mustBeAcyclic,
  type PreparedValues,
  PrepareValues,
  type PreviousValues,
} from './prepare-values';
export type { ValuesPresenter } from './present-values';
export { sanitizeRichText } from './values/sanitize-rich-text';
