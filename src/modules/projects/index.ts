export { ProjectPurgeService } from './project-purge.service';
export { ProjectsModule } from './projects.module';
