export { columnKey } from './column-key';
export { ColumnValuesService, type DeletedColumn } from './column-values.service';
export { addEntries, type IndexRows, noEntries } from './index-rows';
export { type ChangedCells, type EditedCells, ItemCellsService } from './item-cells.service';
export { StoredValuesModule } from './stored-values.module';
export {
  type ItemRef,
  type KeyColumn,
  type LockedCell,
  type NextPart,
  UniqueKeysService,
} from './unique-keys.service';
export { ValueIndexService } from './value-index.service';
