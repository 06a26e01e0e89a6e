export type { ArchiveManifest } from './archive-manifest';
export { ArchivesModule } from './archives.module';
export { ArchiveProblem, verifyArchive } from './reading/verify-archive';
export { ArchiveWriterService } from './writing/archive-writer.service';
