export { ProjectPurge } from './project-purge';
export { ProjectsModule } from './projects.module';
