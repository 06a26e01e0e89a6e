export type { Calendar } from './calendar.read-model';
export type {
  BoardFacts,
  ColumnFacts,
  GroupFacts,
  ItemFacts,
  ProjectFacts,
  Seen,
  WorkspaceRecord,
} from './facts';
export { Hierarchy } from './hierarchy';
export { RecordNotFound, RecordRefused } from './hierarchy-errors';
export { HierarchyModule } from './hierarchy.module';
export { boardTopic, memberTopic, organizationTopic, projectTopic, workspaceTopic } from './topics';
export {
  boardAccess,
  sharedBoardIds,
  workspaceAccess,
  type WorkspaceAccess,
  type WorkspaceFacts,
} from './workspace-access';
export type { NamedMember } from './people.read-model';
