import { CreateOrganizations1763715600000 } from './1763715600000-create-organizations';
import { CreateAccounts1763715610000 } from './1763715610000-create-accounts';
import { CreateIdentities1763715620000 } from './1763715620000-create-identities';
import { CreateMembers1763715630000 } from './1763715630000-create-members';
import { CreateTokens1763715640000 } from './1763715640000-create-tokens';
import { CreateIdempotencyKeys1763715650000 } from './1763715650000-create-idempotency-keys';
import { CreateOutbox1763715660000 } from './1763715660000-create-outbox';
import { CreateSchedule1763715670000 } from './1763715670000-create-schedule';
import { CreateWorkspaces1763715680000 } from './1763715680000-create-workspaces';
import { CreateProjects1763715690000 } from './1763715690000-create-projects';
import { CreateBoards1763715700000 } from './1763715700000-create-boards';
import { CreateColumns1763715710000 } from './1763715710000-create-columns';
import { CreateItems1763715720000 } from './1763715720000-create-items';
import { CreateComments1763715725000 } from './1763715725000-create-comments';
import { CreateFiles1763715727000 } from './1763715727000-create-files';
import { CreateForms1763715728000 } from './1763715728000-create-forms';
import { CreateNotifications1763715729000 } from './1763715729000-create-notifications';
import { CreateViews1763715730000 } from './1763715730000-create-views';
import { CreateTemplates1763715740000 } from './1763715740000-create-templates';
import { CreateImports1763715750000 } from './1763715750000-create-imports';
import { CreateActivity1763715760000 } from './1763715760000-create-activity';
import { CreateSearch1763715770000 } from './1763715770000-create-search';
import { CreateAudit1763715780000 } from './1763715780000-create-audit';
import { CreateOauth1763715790000 } from './1763715790000-create-oauth';
import { CreateSso1763715800000 } from './1763715800000-create-sso';
import { CreateScim1763715810000 } from './1763715810000-create-scim';
import { IndexCommentsByItem1763715820000 } from './1763715820000-index-comments-by-item';
import { AddThumbnails1763715830000 } from './1763715830000-add-thumbnails';
import { CreateEventLog1763715840000 } from './1763715840000-create-event-log';
import { CreateWebhooks1763715850000 } from './1763715850000-create-webhooks';
import { CreateAutomations1763715860000 } from './1763715860000-create-automations';
import { CreateAutomationEffects1763715865000 } from './1763715865000-create-automation-effects';
import { CreateAutomationSchedules1763715870000 } from './1763715870000-create-automation-schedules';
import { CreateAutomationHooks1763715880000 } from './1763715880000-create-automation-hooks';
import { RecordScheduleRuns1763715890000 } from './1763715890000-record-schedule-runs';
import { UnlinkExecutions1763715920000 } from './1763715920000-unlink-executions';
import { IndexUnsuccessfulDeliveries1763715930000 } from './1763715930000-index-unsuccessful-deliveries';
import { IndexEndedExecutions1763715940000 } from './1763715940000-index-ended-executions';
import { ShrinkValueIndex1763715950000 } from './1763715950000-shrink-value-index';
import { PartitionActivity1763715960000 } from './1763715960000-partition-activity';
import { PartitionAuditEntries1763715961000 } from './1763715961000-partition-audit-entries';
import { RegisterChangedCells1763716100000 } from './1763716100000-register-changed-cells';
import { CollectNames1763716300000 } from './1763716300000-collect-names';
import { CreateItemOrders1763716400000 } from './1763716400000-create-item-orders';
import { SetStorageParameters1763716410000 } from './1763716410000-set-storage-parameters';
import { NumberWorkspaces1763716500000 } from './1763716500000-number-workspaces';
import { ShrinkSearchIndex1763716501000 } from './1763716501000-shrink-search-index';
import { CreateColumnChanges1763716600000 } from './1763716600000-create-column-changes';
import { CountImportedItems1763716740000 } from './1763716740000-count-imported-items';
import { CreateAuditChains1763716760000 } from './1763716760000-create-audit-chains';
import { CreateOrganizationExports1763716761000 } from './1763716761000-create-organization-exports';
import { CreatePeopleGroups1763716770000 } from './1763716770000-create-people-groups';
import { MarkCopiedInvitations1763716771000 } from './1763716771000-mark-copied-invitations';
import { CountEmailChanges1763716780000 } from './1763716780000-count-email-changes';
import { IndexUniqueValues1763716800000 } from './1763716800000-index-unique-values';
import { IndexEventCauses1763716810000 } from './1763716810000-index-event-causes';
import { ArchiveBoards1763716820000 } from './1763716820000-archive-boards';
import { AddPersonalViews1763716830000 } from './1763716830000-add-personal-views';
import { CreateUserPreferences1763716831000 } from './1763716831000-create-user-preferences';
import { LimitTokens1763716840000 } from './1763716840000-limit-tokens';
import { RecordPreviousOwners1763716850000 } from './1763716850000-record-previous-owners';
import { MarkDeletedAccounts1763716851000 } from './1763716851000-mark-deleted-accounts';
import { SaltAuditDetails1763716852000 } from './1763716852000-salt-audit-details';
import { MarkServiceAccounts1763716870000 } from './1763716870000-mark-service-accounts';
import { AddViewPositions1763716881000 } from './1763716881000-add-view-positions';
import { SaltAuditOrigins1763716900000 } from './1763716900000-salt-audit-origins';
import { ChangeUniqueColumns1763716910000 } from './1763716910000-change-unique-columns';
import { AddImportProjects1763716930000 } from './1763716930000-add-import-projects';
import { ShortenBoardIndex1763716940000 } from './1763716940000-shorten-board-index';
import { KnownOrderMarks1763716950000 } from './1763716950000-known-order-marks';

/** Every migration, oldest first. A list, because a folder scan would load them outside the build and the test runner. */
export const MIGRATIONS = [
  CreateOrganizations1763715600000,
  CreateAccounts1763715610000,
  CreateIdentities1763715620000,
  CreateMembers1763715630000,
  CreateTokens1763715640000,
  CreateIdempotencyKeys1763715650000,
  CreateOutbox1763715660000,
  CreateSchedule1763715670000,
  CreateWorkspaces1763715680000,
  CreateProjects1763715690000,
  CreateBoards1763715700000,
  CreateColumns1763715710000,
  CreateItems1763715720000,
  CreateComments1763715725000,
  CreateFiles1763715727000,
  CreateForms1763715728000,
  CreateNotifications1763715729000,
  CreateViews1763715730000,
  CreateTemplates1763715740000,
  CreateImports1763715750000,
  CreateActivity1763715760000,
  CreateSearch1763715770000,
  CreateAudit1763715780000,
  CreateOauth1763715790000,
  CreateSso1763715800000,
  CreateScim1763715810000,
  IndexCommentsByItem1763715820000,
  AddThumbnails1763715830000,
  CreateEventLog1763715840000,
  CreateWebhooks1763715850000,
  CreateAutomations1763715860000,
  CreateAutomationEffects1763715865000,
  CreateAutomationSchedules1763715870000,
  CreateAutomationHooks1763715880000,
  RecordScheduleRuns1763715890000,
  UnlinkExecutions1763715920000,
  IndexUnsuccessfulDeliveries1763715930000,
  IndexEndedExecutions1763715940000,
  ShrinkValueIndex1763715950000,
  PartitionActivity1763715960000,
  PartitionAuditEntries1763715961000,
  RegisterChangedCells1763716100000,
  CollectNames1763716300000,
  CreateItemOrders1763716400000,
  SetStorageParameters1763716410000,
  NumberWorkspaces1763716500000,
  ShrinkSearchIndex1763716501000,
  CreateColumnChanges1763716600000,
  CountImportedItems1763716740000,
  CreateAuditChains1763716760000,
  CreateOrganizationExports1763716761000,
  CreatePeopleGroups1763716770000,
  MarkCopiedInvitations1763716771000,
  CountEmailChanges1763716780000,
  IndexUniqueValues1763716800000,
  IndexEventCauses1763716810000,
  ArchiveBoards1763716820000,
  AddPersonalViews1763716830000,
  CreateUserPreferences1763716831000,
  LimitTokens1763716840000,
  RecordPreviousOwners1763716850000,
  MarkDeletedAccounts1763716851000,
  SaltAuditDetails1763716852000,
  MarkServiceAccounts1763716870000,
  AddViewPositions1763716881000,
  SaltAuditOrigins1763716900000,
  ChangeUniqueColumns1763716910000,
  AddImportProjects1763716930000,
  ShortenBoardIndex1763716940000,
  KnownOrderMarks1763716950000,
];

/**
 * The oldest release that works on the schema of this one is the first one with this migration. It follows the schema by one
 * release: a migration that removes or changes what the release before still uses moves it forward (docs/releases.md).
 */
export const COMPATIBLE_SINCE = ShrinkSearchIndex1763716501000;
