import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClearColumnJob } from './clear-column.job';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnCopies } from './column-copies';
import { ColumnDuplicatesService } from './column-duplicates.service';
import { ColumnOrderService } from './column-order.service';
import { ColumnSettingsService } from './column-settings.service';
import { ColumnStructure } from './column-structure';
import { ColumnValuesRepository } from './column-values.repository';
import { ColumnEntity } from './column.entity';
import { ColumnsController } from './columns.controller';
import { ColumnsPurge } from './columns-purge';
import { ColumnsRepository } from './columns.repository';
import { ColumnsService } from './columns.service';
import { ConfigReferences } from './config-references';
import { DefaultValues } from './default-values';
import { DependencyReadModel } from './dependency.read-model';
import { LabelChanges } from './label-changes';
import { NewColumns } from './new-columns';
import { PrepareValues } from './prepare-values';
import { ReferenceCheck } from './reference-check';
import { StoredReferencesReadModel } from './stored-references.read-model';

@Module({
  imports: [TypeOrmModule.forFeature([ColumnEntity])],
  providers: [
    ClearColumnJob,
    ColumnAnnouncements,
    ColumnCopies,
    ColumnDuplicatesService,
    ColumnOrderService,
    ColumnSettingsService,
    ColumnStructure,
    ColumnValuesRepository,
    ColumnsController,
    ColumnsPurge,
    ColumnsRepository,
    ColumnsService,
    ConfigReferences,
    DefaultValues,
    DependencyReadModel,
    LabelChanges,
    NewColumns,
    PrepareValues,
    ReferenceCheck,
    StoredReferencesReadModel,
  ],
  exports: [DependencyReadModel, PrepareValues, ColumnCopies, ColumnsPurge, ColumnsService],
})
export class ColumnsModule {}
