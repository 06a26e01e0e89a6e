export { BoardItemsReadModel } from './list/board-items.read-model';
export { ExistingItemsReadModel } from './list/existing-items.read-model';
export { GroupItemsService } from './move/group-items.service';
export { type CopiedBoards, ItemCopiesService } from './copy/item-copies.service';
export { ItemInsertionService } from './write/item-insertion.service';
export {
  type ItemLoad,
  ItemLoadsService,
  type ItemToLoad,
  type NumbersAside,
} from './write/item-loads.service';
export { type ItemRevision, ItemRevisionsService } from './write/item-revisions.service';
export { KeyedItemsReadModel } from './list/keyed-items.read-model';
export type { ItemRecord } from './item.record';
export type { PlacedItem } from './items.repository';
export { ItemsModule } from './items.module';
export { ItemsPurgeService } from './trash/items-purge.service';
export { MatchingItemsReadModel } from './list/matching-items.read-model';
export { NamedItemsReadModel } from './list/named-items.read-model';
export { DESCRIPTION_MAX, ITEM_NAME_MAX, values as valuesSchema } from './items.schemas';
export { ItemPlacementService } from './move/item-placement.service';
export { ItemsReadModel } from './items.read-model';
export { ItemsService } from './items.service';
export { ItemStatesService } from './trash/item-states.service';
export { ItemValuesService } from './write/item-values.service';
export { SubItemsReadModel } from './list/sub-items.read-model';
export { presentItem } from './items.presenter';
export { editItems } from './items.policy';
