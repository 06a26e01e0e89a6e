export { BoardItemsReadModel } from './board-items.read-model';
export { GroupItems } from './group-items.service';
export { ItemCopies, type CopiedStructure } from './item-copies.service';
export { type ItemLoad, ItemLoads, type ItemToLoad, type NumbersAside } from './item-loads.service';
export type { ItemRecord } from './item.record';
export { ItemsModule } from './items.module';
export { ItemsPurge } from './items-purge';
export { NamedItemsReadModel } from './named-items.read-model';
export { presentItem } from './items.presenter';
