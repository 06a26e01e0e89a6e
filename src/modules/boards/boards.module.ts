import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnsModule } from '../columns';
import { ItemsModule } from '../items';
import { TemplatesModule } from '../templates';
import { BoardAnnouncements } from './board-announcements';
import { BoardCopies } from './board-copies';
import { BoardDeletionService } from './board-deletion.service';
import { BoardDuplicationService } from './board-duplication.service';
import { BoardExtensions } from './board-extensions.service';
import { BoardMembersController } from './board-members.controller';
import { BoardMembersReadModel } from './board-members.read-model';
import { BoardMembersRepository } from './board-members.repository';
import { BoardMembersService } from './board-members.service';
import { BoardPurge } from './board-purge';
import { BoardPurgeJob } from './board-purge.job';
import { BoardSettingsService } from './board-settings.service';
import { BoardStructure } from './board-structure';
import { BoardEntity } from './board.entity';
import { BoardsController } from './boards.controller';
import { BoardsReadModel } from './boards.read-model';
import { BoardsRepository } from './boards.repository';
import { BoardsService } from './boards.service';
import { GroupEntity } from './group.entity';
import { GroupsController } from './groups.controller';
import { GroupsRepository } from './groups.repository';
import { GroupsService } from './groups.service';
import { NewBoards } from './new-boards';

@Module({
  imports: [
    TypeOrmModule.forFeature([BoardEntity, GroupEntity]),
    ColumnsModule,
    ItemsModule,
    TemplatesModule,
  ],
  providers: [
    BoardAnnouncements,
    BoardCopies,
    BoardDeletionService,
    BoardDuplicationService,
    BoardExtensions,
    BoardMembersController,
    BoardMembersReadModel,
    BoardMembersRepository,
    BoardMembersService,
    BoardPurge,
    BoardPurgeJob,
    BoardSettingsService,
    BoardStructure,
    BoardsController,
    BoardsReadModel,
    BoardsRepository,
    BoardsService,
    GroupsController,
    GroupsRepository,
    GroupsService,
    NewBoards,
  ],
  exports: [BoardCopies, BoardExtensions, BoardPurge, BoardsReadModel, BoardsService],
})
export class BoardsModule {}
