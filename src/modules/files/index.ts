export { type Attachment, FileAttachmentsService } from './attachments/file-attachments.service';
export type { FileRecord } from './file.record';
export { FileUrls } from './file-urls';
export { FilesModule } from './files.module';
export { FilesService } from './files.service';
export { FileUploadsService } from './uploads/file-uploads.service';
