export { acceptConfig } from './settings/accept-config';
export { type BoardCells, type Cell, compileBoardCells } from './values/board-cells';
export {
  type CellReader,
  cellReader,
  isReadable,
  linkedBoardIds,
  namesItems,
  refersToItems,
  type ReadingCaller,
  valueLeftOut,
} from './values/cell-reader';
export { ColumnCopiesService } from './copy/column-copies.service';
export { type ColumnSnapshot, snapshotColumns, snapshotSpecs } from './copy/column-snapshots';
export { ColumnsModule } from './columns.module';
export { jsonbText, presentCell } from './values/present-cell';
export { presentColumn } from './columns.presenter';
export { ValueBeingWritten, ValueNotUnique } from './columns.errors';
export { ColumnsPurgeService } from './columns-purge.service';
export {
  column as columnSchema,
  type ColumnOutput,
  COLUMNS_MAX,
  width as columnWidth,
} from './columns.schemas';
export { type ColumnSpec, ColumnsService } from './columns.service';
export {
  ALL_CELLS,
  areCopiedWhole,
  type CanNameItem,
  type CellSelection,
  compileBoardFailures,
  compileBoardValues,
  copiedValues,
  holdsResults,
  isFollowed,
  numberColumnsOf,
  sortOrderOf,
} from './values/board-values';
export { ColumnNumbersService } from './numbers/column-numbers.service';
export { MissingNumbersService } from './numbers/missing-numbers.service';
export { BoardComputationsService } from './computed/board-computations.service';
export { computedColumns } from './computed/computed-columns';
export { ValueDependentsService } from './computed/value-dependents.service';
export { LookupDependentsService } from './computed/lookups/lookup-dependents.service';
export { changedColumns } from './computed/prepared-results.service';
export type { FailuresPresenter } from './values/present-failures';
export { BoardFiltersService } from './filters/board-filters.service';
export { type CellGrouping, cellGrouping } from './summaries/cell-grouping';
export { type CellMeasure, cellMeasure } from './summaries/cell-measure';
export {
  aggregateProblem,
  CANNOT_GROUP,
  CELL_AGGREGATES,
  type CellAggregate,
  type ColumnUse,
  isPeriod,
  useProblem,
} from './summaries/column-uses';
export type { CompiledFilters } from './filters/compile-filters';
export { conditionColumns } from './filters/condition-columns';
export type { FilterNode, GivenFilterNode } from './filters/filter-node';
export { filtersSchema, namedFiltersSchema } from './filters/filters.schema';
export { resolveFilters } from './filters/resolve-filters';
export { HiddenConditionsService } from './filters/hidden-conditions.service';
export { writtenFilters } from './filters/written-filters';
export type { AddParameter } from './filters/predicate';
export { DependencyReadModel } from './values/dependency.read-model';
export { PeopleDefaultsService } from './people/people-defaults.service';
export { PeopleReassignmentService } from './people/people-reassignment.service';
export type { SuccessorOf } from './people/successor';
export { eachValue, type GivenValues, givenValues } from './values/given-values';
export { findColumnNamed, NAMES_REJECTED_MAX } from './values/named-columns';
export type { GivenValue } from './labels/missing-labels';
export { NewLabelsService } from './labels/new-labels.service';
export { dependsOnPrevious, mustBeAcyclic, PrepareValuesService } from './values/prepare-values.service';
export { hasDistinctValues, isUnique } from './values/unique-column';
export {
  type KeyedItem,
  retriedIfTaken,
  UniqueValuesService,
  type WrittenItem,
} from './values/unique-values.service';
export type { ValuePath } from './values/value-path';
export type { PreparedValues, PreviousValues } from './values/prepared-values';
export {
  type EarlierValues,
  type RejectedReturn,
  ReturnedValuesService,
} from './values/returned-values.service';
export type { KnownNames } from './values/reference-check.service';
export type { ItemTimes, ValuesPresenter } from './values/present-values';
export { isSearchable, searchableTexts } from './values/searchable-text';
export { changeColumns } from './columns.policy';
export {
  acceptStoredColumn,
  columnComputedFromItself,
  columnWithForeignInput,
} from './settings/stored-column';
export { acceptStoredValue, unknownOption } from './settings/stored-value';
