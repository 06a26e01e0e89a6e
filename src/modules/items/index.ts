export { BoardItemsReadModel } from './list/board-items.read-model';
export { GroupItemsService } from './move/group-items.service';
export { ItemCopiesService } from './copy/item-copies.service';
export { ItemInsertionService } from './write/item-insertion.service';
export {
  type ItemLoad,
  ItemLoadsService,
  type ItemToLoad,
  type NumbersAside,
} from './write/item-loads.service';
export type { ItemRecord } from './item.record';
export { ItemsModule } from './items.module';
export { ItemsPurgeService } from './trash/items-purge.service';
export { NamedItemsReadModel } from './list/named-items.read-model';
export { DESCRIPTION_MAX, ITEM_NAME_MAX } from './items.schemas';
export { presentItem } from './items.presenter';
export { editItems } from './items.policy';
