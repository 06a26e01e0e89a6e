import { Module } from '@nestjs/common';
import { IndexRenamedPersonJob } from './index-renamed-person.job';
import { RenamedPeopleRepository } from './renamed-people.repository';
import { RenamedPeopleSubscriber } from './renamed-people.subscriber';
import { BoardFilters } from './filters/board-filters';
import { FilterReferences } from './filters/filter-references';
import { HiddenConditions } from './filters/hidden-conditions';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClearColumnJob } from './clear-column.job';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnConfigs } from './column-configs';
import { ColumnCopies } from './column-copies';
import { ColumnDeletionService } from './column-deletion.service';
import { ColumnDuplicatesService } from './column-duplicates.service';
import { ColumnFollowers } from './column-followers';
import { ColumnListService } from './column-list.service';
import { ColumnOrderService } from './column-order.service';
import { ColumnSettingsService } from './column-settings.service';
import { ColumnStructure } from './column-structure';
import { ColumnValuesRepository } from './column-values.repository';
import { ColumnEntity } from './column.entity';
import { ColumnsController } from './columns.controller';
import { ColumnsPurge } from './columns-purge';
import { ColumnsRepository } from './columns.repository';
import { ColumnsService } from './columns.service';
import { BoardComputations } from './computed/board-computations';
import { BoardComputationsRepository } from './computed/board-computations.repository';
import { CalendarRefresh } from './computed/calendar-refresh.sweep';
import { ComputationDaysRepository } from './computed/computation-days.repository';
import { Computations } from './computed/computations';
import { ComputeBoardJob } from './computed/compute-board.job';
import { ComputedConfigs } from './computed/computed-configs';
import { ComputedValuesRepository } from './computed/computed-values.repository';
import { EditFollowers } from './computed/edit-followers';
import { ItemComputation } from './computed/item-computation';
import { LinkedItems } from './computed/linked-items';
import { LinkedItemsReadModel } from './computed/linked-items.read-model';
import { LookingColumnsReadModel } from './computed/looking-columns.read-model';
import { LookupFollowers } from './computed/lookup-followers';
import { ResultTypes } from './computed/result-types';
import { PreparedResults } from './computed/prepared-results';
import { RefreshLookupsJob } from './computed/refresh-lookups.job';
import { ConfigChanges } from './config-changes';
import { ConfigReferences } from './config-references';
import { DefaultValues } from './default-values';
import { DependencyReadModel } from './dependency.read-model';
import { LabelChanges } from './label-changes';
import { NewColumns } from './new-columns';
import { PeopleCellsRepository } from './people-cells.repository';
import { PeopleDefaults } from './people-defaults';
import { PeopleDefaultsRepository } from './people-defaults.repository';
import { PeopleReassignment } from './people-reassignment';
import { PrepareValues } from './prepare-values';
import { ReferenceCheck } from './reference-check';
import { StoredReferencesReadModel } from './stored-references.read-model';

@Module({
  imports: [TypeOrmModule.forFeature([ColumnEntity])],
  providers: [
    IndexRenamedPersonJob,
    RenamedPeopleRepository,
    RenamedPeopleSubscriber,
    BoardFilters,
    FilterReferences,
    HiddenConditions,
    BoardComputations,
    BoardComputationsRepository,
    CalendarRefresh,
    ClearColumnJob,
    ColumnAnnouncements,
    ColumnConfigs,
    ColumnCopies,
    ColumnDeletionService,
    ColumnDuplicatesService,
    ColumnFollowers,
    ColumnListService,
    ColumnOrderService,
    ColumnSettingsService,
    ColumnStructure,
    ColumnValuesRepository,
    ColumnsController,
    ColumnsPurge,
    ColumnsRepository,
    ColumnsService,
    ComputationDaysRepository,
    Computations,
    ComputeBoardJob,
    ComputedConfigs,
    ComputedValuesRepository,
    ConfigChanges,
    ConfigReferences,
    DefaultValues,
    DependencyReadModel,
    EditFollowers,
    ItemComputation,
    LabelChanges,
    LinkedItems,
    LinkedItemsReadModel,
    LookingColumnsReadModel,
    LookupFollowers,
    NewColumns,
    PreparedResults,
    ResultTypes,
    PeopleCellsRepository,
    PeopleDefaults,
    PeopleDefaultsRepository,
    PeopleReassignment,
    PrepareValues,
    ReferenceCheck,
    RefreshLookupsJob,
    StoredReferencesReadModel,
  ],
  exports: [
    BoardComputations,
    BoardFilters,
    HiddenConditions,
    ColumnCopies,
    ColumnsPurge,
    ColumnsService,
    DependencyReadModel,
    EditFollowers,
    LookupFollowers,
    PeopleDefaults,
    PeopleReassignment,
    PrepareValues,
  ],
})
export class ColumnsModule {}
