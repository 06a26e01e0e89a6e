import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnFacts } from '../../hierarchy';

/** Required columns that would be without a value. */
export function rejectMissing(missing: readonly { column: ColumnFacts; path: string }[]): void {
  if (missing.length === 0) return;
  throw new InvalidInput(
    missing.map(({ column, path }) => ({ path, message: `${column.name} is required` })),
  );
}
