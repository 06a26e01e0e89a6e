export { WorkspacesModule } from './workspaces.module';
