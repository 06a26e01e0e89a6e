import { AddUsers1763715600000 } from './1763715600000-add-users';
import { AddOrganizations1763715610000 } from './1763715610000-add-organizations';
import { AddTokens1763715620000 } from './1763715620000-add-tokens';
import { AddIdempotencyKeys1763715630000 } from './1763715630000-add-idempotency-keys';
import { AddOutbox1763715640000 } from './1763715640000-add-outbox';
import { AddWorkspaces1763715650000 } from './1763715650000-add-workspaces';
import { AddProjects1763715660000 } from './1763715660000-add-projects';
import { AddBoards1763715670000 } from './1763715670000-add-boards';
import { AddColumns1763715680000 } from './1763715680000-add-columns';
import { AddItems1763715690000 } from './1763715690000-add-items';
import { AddItemOrderFunctions1763715700000 } from './1763715700000-add-item-order-functions';
import { AddItemWriteFunctions1763715710000 } from './1763715710000-add-item-write-functions';
import { AddItemStateFunctions1763715720000 } from './1763715720000-add-item-state-functions';
import { AddScheduleSlots1763715730000 } from './1763715730000-add-schedule-slots';
import { AddItemNameTrigrams1763715730500 } from './1763715730500-add-item-name-trigrams';
import { AddActivity1763715740000 } from './1763715740000-add-activity';
import { AddOutboxRelay1763715745000 } from './1763715745000-add-outbox-relay';
import { AddSearch1763715750000 } from './1763715750000-add-search';
import { AddTrashEntries1763715755000 } from './1763715755000-add-trash-entries';
import { AddItemBulkFunctions1763715760000 } from './1763715760000-add-item-bulk-functions';
import { AddComputedColumns1763715770000 } from './1763715770000-add-computed-columns';
import { AddTemplates1763715780000 } from './1763715780000-add-templates';
import { AddImports1763715790000 } from './1763715790000-add-imports';
import { AddViews1763715800000 } from './1763715800000-add-views';

/** Every migration, oldest first. A list, because a folder scan would load them past the build and the test runner. */
export const MIGRATIONS = [
  AddUsers1763715600000,
  AddOrganizations1763715610000,
  AddTokens1763715620000,
  AddIdempotencyKeys1763715630000,
  AddOutbox1763715640000,
  AddWorkspaces1763715650000,
  AddProjects1763715660000,
  AddBoards1763715670000,
  AddColumns1763715680000,
  AddItems1763715690000,
  AddItemOrderFunctions1763715700000,
  AddItemWriteFunctions1763715710000,
  AddItemStateFunctions1763715720000,
  AddScheduleSlots1763715730000,
  AddItemNameTrigrams1763715730500,
  AddActivity1763715740000,
  AddOutboxRelay1763715745000,
  AddSearch1763715750000,
  AddTrashEntries1763715755000,
  AddItemBulkFunctions1763715760000,
  AddComputedColumns1763715770000,
  AddTemplates1763715780000,
  AddImports1763715790000,
  AddViews1763715800000,
];
