import { Module } from '@nestjs/common';
import { ColumnsModule } from '../columns';
import { FreshStructure } from './fresh-structure';
import { GroupItems } from './group-items.service';
import { ItemCopies } from './item-copies.service';
import { ItemCopiesRepository } from './item-copies.repository';
import { ItemDetailsRepository } from './item-details.repository';
import { ItemDetailsService } from './item-details.service';
import { ItemOrderService } from './item-order.service';
import { ItemPlacementController } from './item-placement.controller';
import { ItemPlacementRepository } from './item-placement.repository';
import { ItemPlacementService } from './item-placement.service';
import { ItemRelocation } from './item-relocation.service';
import { ItemStatesRepository } from './item-states.repository';
import { ItemStatesService } from './item-states.service';
import { ItemUpkeep } from './item-upkeep';
import { ItemValuesService } from './item-values.service';
import { ItemsController } from './items.controller';
import { ItemsListReadModel } from './items-list.read-model';
import { ItemsListService } from './items-list.service';
import { ItemsPurge } from './items-purge';
import { ItemsReadModel } from './items.read-model';
import { ItemsRepository } from './items.repository';
import { ItemsService } from './items.service';
import { PageMarks } from './page-marks';

@Module({
  imports: [ColumnsModule],
  providers: [
    FreshStructure,
    GroupItems,
    ItemCopies,
    ItemCopiesRepository,
    ItemDetailsRepository,
    ItemDetailsService,
    ItemOrderService,
    ItemPlacementController,
    ItemPlacementRepository,
    ItemPlacementService,
    ItemRelocation,
    ItemStatesRepository,
    ItemStatesService,
    ItemUpkeep,
    ItemValuesService,
    ItemsController,
    ItemsListReadModel,
    ItemsListService,
    ItemsPurge,
    ItemsReadModel,
    ItemsRepository,
    ItemsService,
    PageMarks,
  ],
  exports: [GroupItems, ItemCopies, ItemsPurge],
})
export class ItemsModule {}
