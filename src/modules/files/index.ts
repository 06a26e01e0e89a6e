export { type Attachment, FileAttachmentsService } from './attachments/file-attachments.service';
export { filePath, type FileRecord } from './file.record';
export { FileUploadsService, type ReceivedFile } from './uploads/file-uploads.service';
export { FileUrlsService } from './file-urls.service';
export { FilesModule } from './files.module';
export { FilesService } from './files.service';
export { STORED_CONTENT } from './stored-content.statements';
export { hasThumbnail } from './thumbnails/has-thumbnail';
export { MakeThumbnailJob } from './thumbnails/make-thumbnail.job';
