export type { ArchiveManifest } from './archive-manifest';
export {
  type ImportedOrganization,
  type ImportSettings,
  ArchiveImportService,
} from './importing/archive-import.service';
export { type NextStep, NextStepsService } from './importing/next-steps/next-steps.service';
export { ArchivesModule } from './archives.module';
export { ArchiveProblem } from './reading/archive-problem';
export { verifyArchive } from './reading/verify-archive';
export { ArchiveWriterService } from './writing/archive-writer.service';
