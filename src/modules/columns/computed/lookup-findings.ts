import type { ColumnFacts } from '../../hierarchy';
import type { ColumnConfig } from '../column-type';
import type { LookupConfig } from '../types/lookup';
import { aggregateType } from './aggregate-linked';
import { typeOf } from './computed-columns';

/** The config of a lookup with what the column that it looks at tells of its results. */
export function withFindings(
  { days: _before, ...config }: LookupConfig,
  target: Pick<ColumnFacts, 'type' | 'config'>,
): LookupConfig {
  const type = typeOf(target);
  const shown = target.config as ColumnConfig;
  const result = aggregateType(config.aggregate, type.formulaType(shown));
  return { ...config, result, ...(type.holdsDays?.(shown) ? { days: true } : {}) };
}
