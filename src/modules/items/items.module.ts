import { Module } from '@nestjs/common';
import { ColumnsModule } from '../columns';
import { BoardItemsReadModel } from './board-items.read-model';
import { FreshStructure } from './fresh-structure';
import { GroupItems } from './group-items.service';
import { ItemAdditions } from './item-additions.service';
import { ItemBulkCreationService } from './item-bulk-creation.service';
import { ItemBulkMoveService } from './item-bulk-move.service';
import { ItemBulkPlacement } from './item-bulk-placement.service';
import { ItemBulkController } from './item-bulk.controller';
import { ItemBulkRepository } from './item-bulk.repository';
import { ItemCandidatesReadModel } from './item-candidates.read-model';
import { ItemStretchesReadModel } from './item-stretches.read-model';
import { HeldItemCreation } from './held-item-creation.service';
import { ItemCopies } from './item-copies.service';
import { ItemCopiesRepository } from './item-copies.repository';
import { ItemDetailsRepository } from './item-details.repository';
import { ItemDetailsService } from './item-details.service';
import { ItemDuplicationService } from './item-duplication.service';
import { ItemLoads } from './item-loads.service';
import { ItemLoadsRepository } from './item-loads.repository';
import { ItemMoves } from './item-moves.service';
import { ItemOrderService } from './item-order.service';
import { ItemOriginalsReadModel } from './item-originals.read-model';
import { ItemPlacementController } from './item-placement.controller';
import { ItemPlacementRepository } from './item-placement.repository';
import { ItemPlacementService } from './item-placement.service';
import { ItemRelocation } from './item-relocation.service';
import { ItemStatesRepository } from './item-states.repository';
import { ItemStatesService } from './item-states.service';
import { ItemUpkeep } from './item-upkeep';
import { ItemValueWrites } from './item-value-writes.service';
import { ItemValuesService } from './item-values.service';
import { ItemsController } from './items.controller';
import { ItemsListReadModel } from './items-list.read-model';
import { ItemsListService } from './items-list.service';
import { ItemsPurge } from './items-purge';
import { ItemsReadModel } from './items.read-model';
import { ItemsRepository } from './items.repository';
import { ItemsService } from './items.service';
import { NamedItemsReadModel } from './named-items.read-model';
import { PageMarks } from './page-marks';
import { PageStartsReadModel } from './page-starts.read-model';
import { TrashPurgeService } from './trash-purge.service';
import { TrashController } from './trash.controller';
import { TrashReadModel } from './trash.read-model';
import { TrashRepository } from './trash.repository';
import { TrashService } from './trash.service';
import { TrashSweep } from './trash.sweep';

@Module({
  imports: [ColumnsModule],
  providers: [
    BoardItemsReadModel,
    FreshStructure,
    GroupItems,
    HeldItemCreation,
    ItemAdditions,
    ItemBulkController,
    ItemBulkCreationService,
    ItemBulkMoveService,
    ItemBulkPlacement,
    ItemBulkRepository,
    ItemCandidatesReadModel,
    ItemStretchesReadModel,
    ItemCopies,
    ItemCopiesRepository,
    ItemDetailsRepository,
    ItemDetailsService,
    ItemDuplicationService,
    ItemLoads,
    ItemLoadsRepository,
    ItemMoves,
    ItemOrderService,
    ItemOriginalsReadModel,
    ItemPlacementController,
    ItemPlacementRepository,
    ItemPlacementService,
    ItemRelocation,
    ItemStatesRepository,
    ItemStatesService,
    ItemUpkeep,
    ItemValueWrites,
    ItemValuesService,
    ItemsController,
    ItemsListReadModel,
    ItemsListService,
    ItemsPurge,
    ItemsReadModel,
    ItemsRepository,
    ItemsService,
    NamedItemsReadModel,
    PageMarks,
    PageStartsReadModel,
    TrashController,
    TrashPurgeService,
    TrashReadModel,
    TrashRepository,
    TrashService,
    TrashSweep,
  ],
  exports: [BoardItemsReadModel, ItemLoads, GroupItems, ItemCopies, ItemsPurge, NamedItemsReadModel],
})
export class ItemsModule {}
