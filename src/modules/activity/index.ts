export { ACTIVITY, NO_BOARD, oldestActivityDay } from './activity-table';
export { ActivityModule } from './activity.module';
export { recoded } from './entry-encoding';
export { contentOfEntry } from './stored-entry';
