import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilesModule } from '../files';
import { IndexRenamedPersonJob } from './people/index-renamed-person.job';
import { StoredValuesModule } from '../stored-values';
import { RenamedPeopleSubscriber } from './people/renamed-people.subscriber';
import { BoardFiltersService } from './filters/board-filters.service';
import { FilterReferencesService } from './filters/filter-references.service';
import { HiddenConditionsService } from './filters/hidden-conditions.service';
import { ChangeColumnJob } from './changes/change-column.job';
import { ColumnChangeBatchesService } from './changes/column-change-batches.service';
import { ColumnChangeEndsService } from './changes/column-change-ends.service';
import { ColumnChangeEntity } from './changes/column-change.entity';
import { ColumnChangesRepository } from './changes/column-changes.repository';
import { ColumnChangesService } from './changes/column-changes.service';
import { ClearColumnJob } from './clear-column.job';
import { ColumnPublisherService } from './column-publisher.service';
import { ColumnConfigsService } from './settings/column-configs.service';
import { ColumnCopiesService } from './copy/column-copies.service';
import { ColumnLabelsController } from './labels/column-labels.controller';
import { ColumnLabelsService } from './labels/column-labels.service';
import { NewLabelsService } from './labels/new-labels.service';
import { ColumnDeletionService } from './column-deletion.service';
import { ColumnDuplicatesService } from './copy/column-duplicates.service';
import { ColumnDependentsService } from './column-dependents.service';
import { ColumnListService } from './settings/column-list.service';
import { ColumnOrderService } from './settings/column-order.service';
import { ColumnSettingsService } from './settings/column-settings.service';
import { ColumnStructureService } from './settings/column-structure.service';
import { MissingNumbersService } from './numbers/missing-numbers.service';
import { ColumnNumbersService } from './numbers/column-numbers.service';
import { ColumnEntity } from './column.entity';
import { ChangedCellsSubscriber } from './computed/lookups/changed-cells.subscriber';
import { ColumnsController } from './columns.controller';
import { ColumnsPurgeService } from './columns-purge.service';
import { ColumnsRepository } from './columns.repository';
import { ColumnsService } from './columns.service';
import { BoardComputationsService } from './computed/board-computations.service';
import { BoardComputationsRepository } from './computed/board-computations.repository';
import { CalendarRefreshSweep } from './computed/calendar/calendar-refresh.sweep';
import { CalendarRefreshService } from './computed/calendar-refresh.service';
import { ChangedCalendarSubscriber } from './computed/changed-calendar.subscriber';
import { ComputationDaysRepository } from './computed/calendar/computation-days.repository';
import { ComputationsService } from './computed/computations.service';
import { ComputeBoardJob } from './computed/compute-board.job';
import { ComputedConfigsService } from './computed/computed-configs.service';
import { ComputedValuesRepository } from './computed/computed-values.repository';
import { ValueDependentsService } from './computed/value-dependents.service';
import { ItemComputationService } from './computed/item-computation.service';
import { LinkedItemsService } from './computed/lookups/linked-items.service';
import { LinkedItemsReadModel } from './computed/lookups/linked-items.read-model';
import { ReferencingLookupsReadModel } from './computed/lookups/referencing-lookups.read-model';
import { LookupDependentsService } from './computed/lookups/lookup-dependents.service';
import { ResultTypesService } from './computed/result-types.service';
import { PreparedResultsService } from './computed/prepared-results.service';
import { RefreshCalendarJob } from './computed/refresh-calendar.job';
import { RefreshLookupsJob } from './computed/lookups/refresh-lookups.job';
import { ConfigChangesService } from './settings/config-changes.service';
import { ConfigReferencesService } from './settings/config-references.service';
import { DefaultValuesService } from './settings/default-values.service';
import { DependencyReadModel } from './values/dependency.read-model';
import { LabelChangesService } from './settings/label-changes.service';
import { NewColumnsService } from './new-columns.service';
import { PeopleCellsRepository } from './people/people-cells.repository';
import { PeopleDefaultsService } from './people/people-defaults.service';
import { PeopleDefaultsRepository } from './people/people-defaults.repository';
import { PeopleReassignmentService } from './people/people-reassignment.service';
import { PrepareValuesService } from './values/prepare-values.service';
import { ReturnedValuesService } from './values/returned-values.service';
import { ReferenceCheckService } from './values/reference-check.service';
import { StoredReferencesReadModel } from './values/stored-references.read-model';
import { BoardComputationEntity } from './computed/board-computation.entity';
import { ColumnCounterEntity } from './numbers/column-counter.entity';
import { ComputationDayEntity } from './computed/calendar/computation-day.entity';
import { UniqueChangesService } from './changes/unique-changes.service';
import { UniqueKeyFillsService } from './changes/unique-key-fills.service';
import { UniqueColumnsService } from './settings/unique-columns.service';
import { UniqueValuesService } from './values/unique-values.service';

@Module({
  imports: [
    FilesModule,
    StoredValuesModule,
    TypeOrmModule.forFeature([
      BoardComputationEntity,
      ColumnChangeEntity,
      ColumnCounterEntity,
      ColumnEntity,
      ComputationDayEntity,
    ]),
  ],
  providers: [
    IndexRenamedPersonJob,
    RenamedPeopleSubscriber,
    BoardFiltersService,
    FilterReferencesService,
    HiddenConditionsService,
    BoardComputationsService,
    BoardComputationsRepository,
    CalendarRefreshSweep,
    CalendarRefreshService,
    ChangedCalendarSubscriber,
    ChangeColumnJob,
    ClearColumnJob,
    ColumnChangeBatchesService,
    ColumnChangeEndsService,
    ColumnChangesRepository,
    ColumnChangesService,
    ColumnPublisherService,
    ColumnConfigsService,
    ColumnCopiesService,
    ColumnDeletionService,
    ColumnDuplicatesService,
    ColumnDependentsService,
    ColumnLabelsController,
    ColumnLabelsService,
    ColumnListService,
    ColumnOrderService,
    ColumnSettingsService,
    ColumnStructureService,
    ColumnNumbersService,
    MissingNumbersService,
    ChangedCellsSubscriber,
    ColumnsController,
    ColumnsPurgeService,
    ColumnsRepository,
    ColumnsService,
    ComputationDaysRepository,
    ComputationsService,
    ComputeBoardJob,
    ComputedConfigsService,
    ComputedValuesRepository,
    ConfigChangesService,
    ConfigReferencesService,
    DefaultValuesService,
    DependencyReadModel,
    ValueDependentsService,
    ItemComputationService,
    LabelChangesService,
    LinkedItemsService,
    LinkedItemsReadModel,
    ReferencingLookupsReadModel,
    LookupDependentsService,
    NewColumnsService,
    NewLabelsService,
    PreparedResultsService,
    ResultTypesService,
    PeopleCellsRepository,
    PeopleDefaultsService,
    PeopleDefaultsRepository,
    PeopleReassignmentService,
    PrepareValuesService,
    ReferenceCheckService,
    ReturnedValuesService,
    RefreshCalendarJob,
    RefreshLookupsJob,
    StoredReferencesReadModel,
    UniqueChangesService,
    UniqueColumnsService,
    UniqueKeyFillsService,
    UniqueValuesService,
  ],
  exports: [
    ColumnNumbersService,
    MissingNumbersService,
    BoardComputationsService,
    BoardFiltersService,
    HiddenConditionsService,
    ColumnCopiesService,
    ColumnsPurgeService,
    ColumnsService,
    DependencyReadModel,
    ValueDependentsService,
    LookupDependentsService,
    NewLabelsService,
    PeopleDefaultsService,
    PeopleReassignmentService,
    PrepareValuesService,
    UniqueValuesService,
    ReturnedValuesService,
  ],
})
export class ColumnsModule {}
