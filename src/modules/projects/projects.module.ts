import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoardsModule } from '../boards';
import { TemplatesModule } from '../templates';
import { ProjectDeletionService } from './project-deletion.service';
import { ProjectDuplicationService } from './project-duplication.service';
import { ProjectPurge } from './project-purge';
import { ProjectPurgeJob } from './project-purge.job';
import { ProjectEntity } from './project.entity';
import { ProjectsController } from './projects.controller';
import { ProjectsReadModel } from './projects.read-model';
import { ProjectsRepository } from './projects.repository';
import { ProjectsService } from './projects.service';

@Module({
  imports: [TypeOrmModule.forFeature([ProjectEntity]), BoardsModule, TemplatesModule],
  providers: [
    ProjectDeletionService,
    ProjectDuplicationService,
    ProjectPurge,
    ProjectPurgeJob,
    ProjectsController,
    ProjectsReadModel,
    ProjectsRepository,
    ProjectsService,
  ],
  exports: [ProjectPurge],
})
export class ProjectsModule {}
