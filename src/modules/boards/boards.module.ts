import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnsModule } from '../columns';
import { ItemsModule } from '../items';
import { BoardCopies } from './board-copies';
import { BoardDeletionService } from './board-deletion.service';
import { BoardDuplicationService } from './board-duplication.service';
import { BoardPurge } from './board-purge';
import { BoardPurgeJob } from './board-purge.job';
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

@Module({
  imports: [TypeOrmModule.forFeature([BoardEntity, GroupEntity]), ColumnsModule, ItemsModule],
  providers: [
    BoardCopies,
    BoardDeletionService,
    BoardDuplicationService,
    BoardPurge,
    BoardPurgeJob,
    BoardStructure,
    BoardsController,
    BoardsReadModel,
    BoardsRepository,
    BoardsService,
    GroupsController,
    GroupsRepository,
    GroupsService,
  ],
  exports: [BoardCopies, BoardPurge, BoardsReadModel, BoardsService],
})
export class BoardsModule {}
