export { ColumnCopies, type CopiedColumns } from './column-copies';
export { ColumnsModule } from './columns.module';
export { presentColumn } from './columns.presenter';
export { ColumnsPurge } from './columns-purge';
export { column as columnSchema, type ColumnOutput } from './columns.schemas';
export { type ColumnSpec, ColumnsService } from './columns.service';
export { DEFAULT_COLUMNS } from './types/default-columns';
