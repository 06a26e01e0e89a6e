import type { UnresolvedOutput } from '../imports.schemas';

/** What an import did. */
export interface ImportResult {
  created: number;
  updated: number;
  /** Items that the file names as they are. */
  unchanged: number;
  /** The first of them. */
  unresolved: readonly UnresolvedOutput[];
  unresolvedCount: number;
}

export const NO_RESULT: ImportResult = {
  created: 0,
  updated: 0,
  unchanged: 0,
  unresolved: [],
  unresolvedCount: 0,
};
