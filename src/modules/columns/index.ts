export { acceptConfig } from './accept-config';
export { type BoardCells, type Cell, compileBoardCells } from './board-cells';
export {
  type CellReader,
  cellReader,
  isReadable,
  linksItems,
  namesItems,
  type ReadingCaller,
  valueLeftOut,
} from './cell-reader';
export { type CellFormat } from './cells/cell-format';
export { splitList } from './cells/list-text';
export { dividedNames } from './cells/named-entries';
export { plainToRichText } from './cells/plain-to-rich-text';
export { ColumnCopies, type CopiedColumns } from './column-copies';
export { type ColumnSnapshot, snapshotColumns, snapshotSpecs } from './column-snapshots';
export { ColumnsModule } from './columns.module';
export { presentColumn } from './columns.presenter';
export { ColumnsPurge } from './columns-purge';
export { column as columnSchema, type ColumnOutput, COLUMNS_MAX } from './columns.schemas';
export { type ColumnSpec, ColumnsService } from './columns.service';
export { type CellContext } from './types/cell-forms';
export { configOf, type FileColumn, formatOf, guessType, type GuessContext } from './types/guess-type';
export { DEFAULT_COLUMNS } from './types/default-columns';
export {
  areCopiedWhole,
  compileBoardFailures,
  compileBoardValues,
  copiedValues,
  holdsResults,
  isFollowed,
  numberColumnsOf,
  sortOrderOf,
} from './board-values';
export { BoardComputations } from './computed/board-computations';
export { computedColumns } from './computed/computed-columns';
export { EditFollowers } from './computed/edit-followers';
export { LookupFollowers } from './computed/lookup-followers';
export { changedColumns } from './computed/prepared-results';
export type { FailuresPresenter } from './present-failures';
export {
  COLUMN_TYPE_NAMES,
  type ColumnTypeName,
  NOTHING_LOADED,
  type SortOrder,
  type StoredValue,
} from './column-type';
export { BoardFilters } from './filters/board-filters';
export type { CompiledFilters } from './filters/compile-filters';
export type { FilterNode } from './filters/filter-node';
export { filtersSchema } from './filters/filters.schema';
export { HiddenConditions } from './filters/hidden-conditions';
export { writtenFilters } from './filters/written-filters';
export type { AddParameter } from './filters/predicate';
export { DependencyReadModel } from './dependency.read-model';
export { naturalKey } from './kinds/natural-key';
export { plainDecimal } from './values/plain-decimal';
export { PeopleDefaults } from './people-defaults';
export { PeopleReassignment } from './people-reassignment';
export type { HeirOf } from './replaced-person';
export { dependsOnPrevious, mustBeAcyclic, PrepareValues } from './prepare-values';
export type { IndexRows, PreparedValues, PreviousValues } from './prepared-values';
export type { ItemTimes, ValuesPresenter } from './present-values';
export { isSearchable, searchableTexts } from './searchable-text';
export { richTextToPlain } from './values/rich-text-to-plain';
export { sanitizeRichText } from './values/sanitize-rich-text';
