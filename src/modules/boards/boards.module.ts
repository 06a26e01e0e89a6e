import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnsModule } from '../columns';
import { ItemsModule } from '../items';
import { TemplatesModule } from '../templates';
import { BoardArchiveService } from './archive/board-archive.service';
import { BoardMoveService } from './placement/board-move.service';
import { BoardOrderService } from './placement/board-order.service';
import { BoardPlacementController } from './placement/board-placement.controller';
import { BoardPublisherService } from './board-publisher.service';
import { BoardCopiesService } from './copy/board-copies.service';
import { BoardDeletionService } from './deletion/board-deletion.service';
import { CopiedContentsService } from './copy/copied-contents.service';
import { BoardDuplicationService } from './copy/board-duplication.service';
import { BoardExtensionsService } from './structure/board-extensions.service';
import { BoardMembersController } from './members/board-members.controller';
import { BoardMembersReadModel } from './members/board-members.read-model';
import { BoardMembersRepository } from './members/board-members.repository';
import { BoardMembersService } from './members/board-members.service';
import { BoardPurgeService } from './deletion/board-purge.service';
import { BoardContentsService } from './deletion/board-contents.service';
import { BoardPurgeJob } from './deletion/board-purge.job';
import { BoardSettingsService } from './board-settings.service';
import { BoardStructureService } from './structure/board-structure.service';
import { BoardEntity } from './board.entity';
import { BoardsController } from './boards.controller';
import { BoardsReadModel } from './boards.read-model';
import { BoardsRepository } from './boards.repository';
import { BoardsService } from './boards.service';
import { GroupArchiveService } from './groups/group-archive.service';
import { GroupDuplicationService } from './groups/group-duplication.service';
import { GroupEntity } from './groups/group.entity';
import { GroupUndoService } from './groups/group-undo.service';
import { GroupsController } from './groups/groups.controller';
import { GroupsRepository } from './groups/groups.repository';
import { GroupsService } from './groups/groups.service';
import { NewBoardsService } from './structure/new-boards.service';
import { BoardMemberEntity } from './members/board-member.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([BoardEntity, BoardMemberEntity, GroupEntity]),
    ColumnsModule,
    ItemsModule,
    TemplatesModule,
  ],
  providers: [
    BoardArchiveService,
    BoardContentsService,
    BoardMoveService,
    BoardOrderService,
    BoardPlacementController,
    BoardPublisherService,
    BoardCopiesService,
    BoardDeletionService,
    BoardDuplicationService,
    BoardExtensionsService,
    BoardMembersController,
    BoardMembersReadModel,
    BoardMembersRepository,
    BoardMembersService,
    BoardPurgeService,
    BoardPurgeJob,
    BoardSettingsService,
    BoardStructureService,
    BoardsController,
    BoardsReadModel,
    BoardsRepository,
    BoardsService,
    CopiedContentsService,
    GroupArchiveService,
    GroupDuplicationService,
    GroupUndoService,
    GroupsController,
    GroupsRepository,
    GroupsService,
    NewBoardsService,
  ],
  exports: [
    BoardContentsService,
    BoardCopiesService,
    BoardExtensionsService,
    BoardPurgeService,
    BoardsReadModel,
    BoardsService,
    CopiedContentsService,
    GroupUndoService,
  ],
})
export class BoardsModule {}
