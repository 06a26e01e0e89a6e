import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FileAttachmentEntity } from './attachments/file-attachment.entity';
import { FileAttachmentsRepository } from './attachments/file-attachments.repository';
import { FileAttachmentsService } from './attachments/file-attachments.service';
import { FileDownloadsService } from './downloads/file-downloads.service';
import { FileEntity } from './file.entity';
import { FileUrlsService } from './file-urls.service';
import { FileUsageEntity } from './file-usage.entity';
import { FilesHttpController } from './files.http.controller';
import { FilesRepository } from './files.repository';
import { FilesService } from './files.service';
import { FileRemovalEntity } from './removal/file-removal.entity';
import { FileRemovalsRepository } from './removal/file-removals.repository';
import { OrphanedFilesSweep } from './removal/orphaned-files.sweep';
import { RemovedContentSweep } from './removal/removed-content.sweep';
import { UnreferencedFilesSweep } from './removal/unreferenced-files.sweep';
import { MakeThumbnailJob } from './thumbnails/make-thumbnail.job';
import { ThumbnailsRepository } from './thumbnails/thumbnails.repository';
import { FileUploadsService } from './uploads/file-uploads.service';

@Module({
  imports: [TypeOrmModule.forFeature([FileAttachmentEntity, FileEntity, FileRemovalEntity, FileUsageEntity])],
  controllers: [FilesHttpController],
  providers: [
    FileAttachmentsRepository,
    FileAttachmentsService,
    FileDownloadsService,
    FileRemovalsRepository,
    FileUploadsService,
    FileUrlsService,
    FilesRepository,
    FilesService,
    MakeThumbnailJob,
    OrphanedFilesSweep,
    RemovedContentSweep,
    ThumbnailsRepository,
    UnreferencedFilesSweep,
  ],
  exports: [FileAttachmentsService, FileUploadsService, FileUrlsService, FilesService],
})
export class FilesModule {}
