import type { ColumnFacts } from '../../../hierarchy';
import type { LookupConfig } from '../../../../column-types/configs/computed-configs';
import { aggregateType } from './aggregate-linked';
import { typeOf } from '../computed-columns';

/** The config of a lookup with the result type that its target column determines. */
export function withFindings(
  { days: _before, ...config }: LookupConfig,
  target: Pick<ColumnFacts, 'type' | 'config'>,
): LookupConfig {
  const type = typeOf(target);
  const shown = target.config;
  const result = aggregateType(config.aggregate, type.formulaType(shown));
  return { ...config, result, ...(type.holdsDays?.(shown) ? { days: true } : {}) };
}
