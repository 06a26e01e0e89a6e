import type { Credential } from '../../../access/principal';
import type { Scope } from '../../../access/scope';
import type { CsvOptions } from '../reading/csv-table';
import type { ImportPlan } from './import-plan';
import type { PlaceAsked } from './import-place';

/** What a job needs to take up an import where the call left it. */
export interface ImportWork {
  /** Where the file lies. */
  storageKey: string;
  reading: CsvOptions;
  plan: ImportPlan;
  place: PlaceAsked;
  /** On whose behalf; what they may do is asked anew. */
  caller: { credential: Credential; scopes: Scope[] };
}
