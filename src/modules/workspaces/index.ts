export { WorkspaceEnrolment } from './workspace-enrolment';
export { WorkspacesModule } from './workspaces.module';
