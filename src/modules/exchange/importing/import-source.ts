import type { OrganizationId } from '../../../kernel/ids';
import type { ImportFiles } from '../import-files';

/** A file to import, wherever its bytes are. */
export interface ImportSource {
  readonly sizeBytes: number;
  /** Text that came inside JSON is decoded already; what other files are written in is to be found out. */
  readonly isText: boolean;
  bytes(): Promise<Buffer>;
  /** Where the file lies for a job to read; the job deletes it when it is done. */
  store(files: ImportFiles, organizationId: OrganizationId): Promise<string>;
}
