export { EraseAccountJob } from './erase-account.job';
export { deletedEmail, DELETED_NAME, type ErasedRows } from './erased-person';
export { ErasureModule } from './erasure.module';
export { ErasureService } from './erasure.service';
