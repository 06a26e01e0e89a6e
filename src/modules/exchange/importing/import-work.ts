import type { Credential } from '../../../access/principal';
import type { Scope } from '../../../access/scope';
import type { CsvOptions } from '../reading/csv-table';
import type { ImportPlan } from './import-plan';
import type { StreamedFile } from './rows/stream-rows';
import type { RequestedTarget } from './import-target.service';

/** The input of a job that continues an import. */
export interface ImportWork {
  /** The storage key of the file. */
  storageKey: string;
  reading: CsvOptions;
  plan: ImportPlan;
  /** Absent if the file must be in memory to be read. */
  streamed?: StreamedFile;
  place: RequestedTarget;
  /** The user of the import; their permissions are checked again. */
  caller: { credential: Credential; scopes: Scope[] };
}
