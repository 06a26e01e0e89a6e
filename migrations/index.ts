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
import { KeepOptionsIndexed1763715811000 } from './1763715811000-keep-options-indexed';
import { AddMembershipVersions1763715811500 } from './1763715811500-add-membership-versions';
import { AddItemNamesByBoard1763715812000 } from './1763715812000-add-item-names-by-board';
import { FindPlacesInLongLists1763715812500 } from './1763715812500-find-places-in-long-lists';
import { AddRebuiltColumns1763715813000 } from './1763715813000-add-rebuilt-columns';
import { KeepSearchAndActivityExact1763715814000 } from './1763715814000-keep-search-and-activity-exact';
import { AddAuditEntries1763715820000 } from './1763715820000-add-audit-entries';
import { AddBoardMembers1763715821000 } from './1763715821000-add-board-members';
import { AddInvitations1763715825000 } from './1763715825000-add-invitations';
import { AddFormerMembers1763715826000 } from './1763715826000-add-former-members';
import { AddSecondFactors1763715830000 } from './1763715830000-add-second-factors';
import { AddSecondFactorDuty1763715831000 } from './1763715831000-add-second-factor-duty';
import { AddOauth1763715840000 } from './1763715840000-add-oauth';
import { AddSingleSignOn1763715850000 } from './1763715850000-add-single-sign-on';
import { AddIdentities1763715855000 } from './1763715855000-add-identities';
import { AddScim1763715860000 } from './1763715860000-add-scim';
import { AddSsoKeys1763715870000 } from './1763715870000-add-sso-keys';
import { AddSingleLogout1763715870001 } from './1763715870001-add-single-logout';
import { IndexAuditFilters1763715880000 } from './1763715880000-index-audit-filters';
import { AddDisconnectedIdentities1763715890000 } from './1763715890000-add-disconnected-identities';
import { AddHandovers1763715900000 } from './1763715900000-add-handovers';
import { AddSuccessors1763715910000 } from './1763715910000-add-successors';
import { KeepGroupVersions1763715911000 } from './1763715911000-keep-group-versions';
import { KeepItemsArchivedInTrash1763715920000 } from './1763715920000-keep-items-archived-in-trash';
import { SortItemsByAuthor1763715921000 } from './1763715921000-sort-items-by-author';
import { AddImportUploads1763715930000 } from './1763715930000-add-import-uploads';
import { FindDaysInLookups1763715931000 } from './1763715931000-find-days-in-lookups';
import { FindNamesByFourLetters1763715940000 } from './1763715940000-find-names-by-four-letters';
import { NameUsedMessages1763715941000 } from './1763715941000-name-used-messages';

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
  KeepOptionsIndexed1763715811000,
  AddMembershipVersions1763715811500,
  AddItemNamesByBoard1763715812000,
  FindPlacesInLongLists1763715812500,
  AddRebuiltColumns1763715813000,
  KeepSearchAndActivityExact1763715814000,
  AddAuditEntries1763715820000,
  AddBoardMembers1763715821000,
  AddInvitations1763715825000,
  AddFormerMembers1763715826000,
  AddSecondFactors1763715830000,
  AddSecondFactorDuty1763715831000,
  AddOauth1763715840000,
  AddSingleSignOn1763715850000,
  AddIdentities1763715855000,
  AddScim1763715860000,
  AddSsoKeys1763715870000,
  AddSingleLogout1763715870001,
  IndexAuditFilters1763715880000,
  AddDisconnectedIdentities1763715890000,
  AddHandovers1763715900000,
  AddSuccessors1763715910000,
  KeepGroupVersions1763715911000,
  KeepItemsArchivedInTrash1763715920000,
  SortItemsByAuthor1763715921000,
  AddImportUploads1763715930000,
  FindDaysInLookups1763715931000,
  FindNamesByFourLetters1763715940000,
  NameUsedMessages1763715941000,
];
