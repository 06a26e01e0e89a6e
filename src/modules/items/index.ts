export { GroupItems } from './group-items.service';
export { ItemCopies, type CopiedStructure } from './item-copies.service';
export { ItemsModule } from './items.module';
export { ItemsPurge } from './items-purge';
