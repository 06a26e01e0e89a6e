import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FilesModule } from '../files';
import { CommentAttachmentsService } from './comment-attachments.service';
import { CommentCountEntity } from './comment-count.entity';
import { CommentFeedbackService } from './comment-feedback.service';
import { CommentListsService } from './comment-lists.service';
import { CommentReactionEntity } from './comment-reaction.entity';
import { CommentTextsService } from './comment-texts.service';
import { CommentEntity } from './comment.entity';
import { CommentsController } from './comments.controller';
import { CommentsReadModel } from './comments.read-model';
import { CommentsRepository } from './comments.repository';
import { CommentsService } from './comments.service';
import { CurrentCommentsService } from './current-comments.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([CommentCountEntity, CommentEntity, CommentReactionEntity]),
    FilesModule,
  ],
  providers: [
    CommentAttachmentsService,
    CommentFeedbackService,
    CommentListsService,
    CommentTextsService,
    CommentsController,
    CommentsReadModel,
    CommentsRepository,
    CommentsService,
    CurrentCommentsService,
  ],
  exports: [CurrentCommentsService],
})
export class CommentsModule {}
