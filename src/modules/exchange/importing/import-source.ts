import type { OrganizationId } from '../../../kernel/ids';
import type { OpenFile } from '../reading/csv-stream';
import type { ImportFilesService } from '../uploads/import-files.service';

/** A file to import, from any source. */
export interface ImportSource {
  readonly sizeBytes: number;
  /** Text inside JSON is already decoded; the encoding of other files is detected. */
  readonly isText: boolean;
  bytes(): Promise<Buffer>;
  /** Reads the file without having all of it in memory; null for a small one. */
  readonly open: OpenFile | null;
  /** Where a job can read the file; the job deletes it when it is done. */
  store(files: ImportFilesService, organizationId: OrganizationId): Promise<string>;
}
