import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnsModule } from '../columns';
import { StoredValuesModule } from '../stored-values';
import { BoardItemsReadModel } from './list/board-items.read-model';
import { ExistingItemsReadModel } from './list/existing-items.read-model';
import { StaleBoardRetryService } from './write/stale-board-retry.service';
import { GroupCopiesService } from './copy/group-copies.service';
import { GroupItemsService } from './move/group-items.service';
import { ItemAdditionsService } from './write/item-additions.service';
import { ItemBulkCreationService } from './bulk/item-bulk-creation.service';
import { ItemBulkMoveService } from './bulk/item-bulk-move.service';
import { ItemBulkPlacementService } from './bulk/item-bulk-placement.service';
import { ItemBulkController } from './bulk/item-bulk.controller';
import { ItemBulkRepository } from './bulk/item-bulk.repository';
import { ItemCellsController } from './cells/item-cells.controller';
import { ItemCellsService } from './cells/item-cells.service';
import { ItemCandidatesReadModel } from './list/item-candidates.read-model';
import { ItemScanWindowsReadModel } from './list/item-scan-windows.read-model';
import { LockedItemCreationService } from './write/locked-item-creation.service';
import { ItemCopiesService } from './copy/item-copies.service';
import { ItemCopiesRepository } from './copy/item-copies.repository';
import { ItemDetailsRepository } from './write/item-details.repository';
import { ItemDetailsService } from './write/item-details.service';
import { ItemUpdateService } from './write/item-update.service';
import { ItemDuplicationService } from './copy/item-duplication.service';
import { ItemInsertionService } from './write/item-insertion.service';
import { KeyedItemsReadModel } from './list/keyed-items.read-model';
import { ItemLoadsService } from './write/item-loads.service';
import { ItemLoadsRepository } from './write/item-loads.repository';
import { ItemRevisionsRepository } from './write/item-revisions.repository';
import { ItemRevisionsService } from './write/item-revisions.service';
import { ItemMovesService } from './move/item-moves.service';
import { ItemOrderService } from './move/item-order.service';
import { ItemOriginalsReadModel } from './copy/item-originals.read-model';
import { ItemPlacementController } from './move/item-placement.controller';
import { ItemPlacementRepository } from './move/item-placement.repository';
import { ItemPlacementService } from './move/item-placement.service';
import { ItemRelocationService } from './move/item-relocation.service';
import { ItemLocksRepository } from './item-locks.repository';
import { ItemStatesRepository } from './trash/item-states.repository';
import { StateDependentsService } from './trash/state-dependents.service';
import { ItemStatesService } from './trash/item-states.service';
import { ItemMaintenanceService } from './write/item-maintenance.service';
import { ItemValueWritesService } from './write/item-value-writes.service';
import { ItemValuesRepository } from './write/item-values.repository';
import { ItemValuesService } from './write/item-values.service';
import { ItemsController } from './items.controller';
import { ItemsListReadModel } from './list/items-list.read-model';
import { ItemsListService } from './list/items-list.service';
import { ItemsPurgeService } from './trash/items-purge.service';
import { ItemsReadModel } from './items.read-model';
import { ItemsRepository } from './items.repository';
import { ItemsService } from './items.service';
import { SubItemsReadModel } from './list/sub-items.read-model';
import { MatchingItemsReadModel } from './list/matching-items.read-model';
import { NamedItemsReadModel } from './list/named-items.read-model';
import { CursorPositionsCache } from './list/cursor-positions.cache';
import { PageStartsReadModel } from './list/page-starts.read-model';
import { SortedPlacesReadModel } from './order/sorted-places.read-model';
import { TrashRelocationService } from './trash/trash-relocation.service';
import { TrashPurgeService } from './trash/trash-purge.service';
import { TrashController } from './trash/trash.controller';
import { TrashReadModel } from './trash/trash.read-model';
import { TrashRepository } from './trash/trash.repository';
import { TrashService } from './trash/trash.service';
import { TrashSweep } from './trash/trash.sweep';
import { ItemsOrderService } from './order/items-order.service';
import { IncludedRecordsService } from './included/included-records.service';
import { LinkedNamesReadModel } from './included/linked-names.read-model';
import { ItemsPageService } from './list/items-page.service';
import { ListedSubItemsReadModel } from './list/listed-sub-items.read-model';
import { OrderedItemsReadModel } from './order/ordered-items.read-model';
import { ViewsModule } from '../views';
import { AssignedItemsController } from './assigned/assigned-items.controller';
import { AssignedItemsReadModel } from './assigned/assigned-items.read-model';
import { AssignedItemsService } from './assigned/assigned-items.service';
import { ItemSummaryController } from './summary/item-summary.controller';
import { ItemSummaryReadModel } from './summary/item-summary.read-model';
import { ItemSummaryService } from './summary/item-summary.service';
import { ItemRunEntity } from './item-run.entity';
import { ItemEntity } from './item.entity';
import { BuildOrderJob } from './orders/build-order.job';
import { ItemOrderEntity } from './orders/item-order.entity';
import { ItemOrdersRepository } from './orders/item-orders.repository';
import { ItemOrdersService } from './orders/item-orders.service';
import { ItemUpsertController } from './upsert/item-upsert.controller';
import { ItemUpsertService } from './upsert/item-upsert.service';
import { UpsertWritesService } from './upsert/upsert-writes.service';
import { ItemUndoRepository } from './undo/item-undo.repository';
import { ItemUndoService } from './undo/item-undo.service';
import { ReturnedRelocationsService } from './undo/returned-relocations.service';
import { ReturnedStatesService } from './undo/returned-states.service';
import { TrashEntryEntity } from './trash/trash-entry.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([ItemRunEntity, ItemEntity, ItemOrderEntity, TrashEntryEntity]),
    ColumnsModule,
    StoredValuesModule,
    ViewsModule,
  ],
  providers: [
    AssignedItemsController,
    AssignedItemsReadModel,
    AssignedItemsService,
    BoardItemsReadModel,
    ExistingItemsReadModel,
    StaleBoardRetryService,
    GroupCopiesService,
    GroupItemsService,
    LockedItemCreationService,
    ItemAdditionsService,
    ItemBulkController,
    ItemBulkCreationService,
    ItemBulkMoveService,
    ItemBulkPlacementService,
    ItemBulkRepository,
    ItemCandidatesReadModel,
    ItemCellsController,
    ItemCellsService,
    ItemScanWindowsReadModel,
    ItemCopiesService,
    ItemCopiesRepository,
    ItemDetailsRepository,
    ItemDetailsService,
    ItemUpdateService,
    ItemDuplicationService,
    ItemInsertionService,
    ItemLoadsService,
    ItemLoadsRepository,
    ItemRevisionsRepository,
    ItemRevisionsService,
    KeyedItemsReadModel,
    ItemMovesService,
    ItemOrderService,
    ItemOriginalsReadModel,
    ItemPlacementController,
    ItemPlacementRepository,
    ItemPlacementService,
    ItemRelocationService,
    ItemLocksRepository,
    ItemStatesRepository,
    ItemStatesService,
    ItemsOrderService,
    IncludedRecordsService,
    ItemsPageService,
    LinkedNamesReadModel,
    ListedSubItemsReadModel,
    OrderedItemsReadModel,
    ItemSummaryController,
    ItemSummaryReadModel,
    ItemSummaryService,
    StateDependentsService,
    ItemMaintenanceService,
    ItemValueWritesService,
    ItemValuesRepository,
    ItemValuesService,
    ItemsController,
    ItemsListReadModel,
    ItemsListService,
    ItemsPurgeService,
    ItemsReadModel,
    ItemsRepository,
    ItemsService,
    MatchingItemsReadModel,
    NamedItemsReadModel,
    BuildOrderJob,
    ItemOrdersRepository,
    ItemOrdersService,
    CursorPositionsCache,
    PageStartsReadModel,
    SortedPlacesReadModel,
    SubItemsReadModel,
    TrashController,
    TrashPurgeService,
    TrashReadModel,
    TrashRelocationService,
    TrashRepository,
    TrashService,
    TrashSweep,
    ItemUpsertController,
    ItemUpsertService,
    UpsertWritesService,
    ItemUndoRepository,
    ItemUndoService,
    ReturnedRelocationsService,
    ReturnedStatesService,
  ],
  exports: [
    BoardItemsReadModel,
    ExistingItemsReadModel,
    ItemInsertionService,
    ItemLoadsService,
    ItemRevisionsService,
    KeyedItemsReadModel,
    GroupCopiesService,
    GroupItemsService,
    ItemCopiesService,
    ItemPlacementService,
    ItemsPurgeService,
    ItemsReadModel,
    ItemsService,
    ItemStatesService,
    ItemUndoService,
    ItemValuesService,
    MatchingItemsReadModel,
    NamedItemsReadModel,
    SubItemsReadModel,
    TrashRelocationService,
  ],
})
export class ItemsModule {}
