import { InvalidInput } from '../../kernel/app-error';
import { RecordNotFound } from '../hierarchy';
import type { ImportProblem } from './imports.schemas';

const ISSUES_SHOWN = 20;

/** Bad rows: nothing is written. A dry run reports more of them. */
export class InvalidRows extends InvalidInput {
  constructor(
    readonly problems: readonly ImportProblem[],
    readonly problemCount: number,
  ) {
    super(
      problems.slice(0, ISSUES_SHOWN).map(({ line, column, reason }) => ({
        path: column === null ? `lines.${line}` : `lines.${line}.${column}`,
        message: reason,
      })),
    );
  }
}

export class ImportNotFound extends RecordNotFound {
  constructor() {
    super('import');
  }
}
