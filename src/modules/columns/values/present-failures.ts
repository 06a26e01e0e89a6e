import type { PresentedColumn } from './present-values';
import type { StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { FAILURE_START, failureReason, failureText } from '../../../column-types/values/failure';

/** The text of an item's `errors`, by column id, from the text of its values; null when no column has failed. */
export type FailuresPresenter = (valuesText: string) => string | null;

/** Compiles it for a board; compile again when its columns change. `valuesText` is as PostgreSQL prints JSONB. */
export function compileFailuresPresenter(columns: readonly PresentedColumn[]): FailuresPresenter {
  const computed = columns.filter(({ type }) => columnTypes[type].computedFrom !== undefined);
  if (computed.length === 0) return () => null;
  return (valuesText) => {
    if (!valuesText.includes(FAILURE_START)) return null;
    const values = JSON.parse(valuesText) as Record<string, StoredValue>;
    const failures = computed.flatMap(({ id }) => {
      const stored = values[id];
      const reason = stored === undefined ? null : failureReason(stored);
      return reason === null ? [] : [[id, failureText(reason)]];
    });
    return failures.length === 0 ? null : JSON.stringify(Object.fromEntries(failures));
  };
}
