import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoardsModule } from '../boards';
import { TemplatesModule } from '../templates';
import { ProjectDeletionService } from './project-deletion.service';
import { ProjectDuplicationService } from './project-duplication.service';
import { ProjectPurgeService } from './project-purge.service';
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
    ProjectPurgeService,
    ProjectPurgeJob,
    ProjectsController,
    ProjectsReadModel,
    ProjectsRepository,
    ProjectsService,
  ],
  exports: [ProjectPurgeService],
})
export class ProjectsModule {}
