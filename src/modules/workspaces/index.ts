export { WorkspaceEnrolmentService } from './workspace-enrolment.service';
export { WorkspacesModule } from './workspaces.module';
