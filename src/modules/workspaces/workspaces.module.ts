import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects';
import { WorkspaceGroupEntity } from './groups/workspace-group.entity';
import { WorkspaceGroupsController } from './groups/workspace-groups.controller';
import { WorkspaceGroupsReadModel } from './groups/workspace-groups.read-model';
import { WorkspaceGroupsRepository } from './groups/workspace-groups.repository';
import { WorkspaceGroupsService } from './groups/workspace-groups.service';
import { WorkspaceDeletionService } from './workspace-deletion.service';
import { WorkspaceEnrolmentService } from './workspace-enrolment.service';
import { WorkspaceEntity } from './workspace.entity';
import { WorkspaceMemberEntity } from './workspace-member.entity';
import { WorkspaceMembersController } from './workspace-members.controller';
import { WorkspaceMembersRepository } from './workspace-members.repository';
import { WorkspaceMembersService } from './workspace-members.service';
import { WorkspacePurgeJob } from './workspace-purge.job';
import { WorkspacesController } from './workspaces.controller';
import { WorkspacesReadModel } from './workspaces.read-model';
import { WorkspacesRepository } from './workspaces.repository';
import { WorkspacesService } from './workspaces.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([WorkspaceEntity, WorkspaceGroupEntity, WorkspaceMemberEntity]),
    ProjectsModule,
  ],
  providers: [
    WorkspaceDeletionService,
    WorkspaceEnrolmentService,
    WorkspaceGroupsController,
    WorkspaceGroupsReadModel,
    WorkspaceGroupsRepository,
    WorkspaceGroupsService,
    WorkspaceMembersController,
    WorkspaceMembersRepository,
    WorkspaceMembersService,
    WorkspacePurgeJob,
    WorkspacesController,
    WorkspacesReadModel,
    WorkspacesRepository,
    WorkspacesService,
  ],
  exports: [WorkspaceEnrolmentService],
})
export class WorkspacesModule {}
