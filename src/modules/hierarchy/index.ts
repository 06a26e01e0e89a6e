export { AdministratorsReadModel } from './administrators.read-model';
export { AudienceReadModel } from './audience.read-model';
export type {
  BoardFacts,
  ColumnChangeFacts,
  ColumnFacts,
  GroupFacts,
  ItemFacts,
  ProjectFacts,
  Seen,
} from './facts';
export { FileAccessService } from './file-access.service';
export { HierarchyService } from './hierarchy.service';
export { PlaceNamesReadModel } from './place-names.read-model';
export { RecordNotFound } from '../../access/access-errors';
export {
  listedBoards,
  listedWorkspaceIds,
  listMembers,
  seeMember,
  sharedBoardIds,
  sharedPlaces,
  visibleWorkspaces,
} from './hierarchy.policy';
export { HierarchyModule } from './hierarchy.module';
export { boardTopic, memberTopic, organizationTopic, projectTopic, workspaceTopic } from './topics';
export { VisiblePlacesService } from './visible-places.service';
export { callerAccess, presentAccess } from './caller-access';
export { boardAccess, projectAccess, workspaceAccess, type WorkspaceAccess } from './workspace-access';
export { HIGHEST_ROLE, PEOPLE_GROUP_MEMBERS, PEOPLE_GROUPS, WORKSPACE_ROLES_OF_USERS } from './people-groups';
export { isOfDirectory, peopleGroupId } from './people-group-id';
export { WorkspaceGroupRolesReadModel } from './workspace-group-roles.read-model';
export type { NamedMember } from './people.read-model';
export {
  memberReference,
  memberReferenceFields,
  type UserReference,
  userReference,
  userReferenceJson,
} from './user-reference';
