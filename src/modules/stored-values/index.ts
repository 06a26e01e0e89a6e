export { columnKey } from './column-key';
export { ColumnValuesService, type DeletedColumn } from './column-values.service';
export { addEntries, type IndexRows, noEntries } from './index-rows';
export { type ChangedCells, type EditedCells, ItemCellsService } from './item-cells.service';
export { StoredValuesModule } from './stored-values.module';
export { ValueIndexService } from './value-index.service';
