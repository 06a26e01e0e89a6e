export type { BoardFacts, ColumnFacts, GroupFacts, ItemFacts, ProjectFacts, Seen } from './facts';
export { FileAccessService } from './file-access.service';
export { HierarchyService } from './hierarchy.service';
export { RecordNotFound } from '../../access/access-errors';
export { listMembers, seeMember, sharedBoardIds, sharedPlaces, visibleWorkspaces } from './hierarchy.policy';
export { HierarchyModule } from './hierarchy.module';
export { boardTopic, memberTopic, organizationTopic, projectTopic, workspaceTopic } from './topics';
export { boardAccess, type WorkspaceAccess } from './workspace-access';
export type { NamedMember } from './people.read-model';
