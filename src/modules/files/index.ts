export { type Attachment, FileAttachmentsService } from './attachments/file-attachments.service';
export type { FileRecord } from './file.record';
export { FilesModule } from './files.module';
export { FilesService } from './files.service';
