import type { ColumnConfig, ColumnKind, StoredValue } from '../column-type';
import { referenceRows } from './index-rows';

/**
 * Sorts by the position of the first option in the config. The index contains the option instead of the position, so
 * that reordering labels rewrites no item. Each option has a row, for any_of, all_of and the check whether a label is
 * in use.
 */
export function optionKind<Stored extends StoredValue, Config = ColumnConfig>(
  optionsOf: (stored: Stored) => readonly string[],
  keysOf: (config: Config) => string[],
): ColumnKind<Stored, Config> {
  return {
    kind: 'option',
    indexEntries: (stored) => {
      const options = optionsOf(stored);
      return referenceRows(options, { textKey: options[0] ?? '' });
    },
    sortOrder: (config) => ({ by: 'option', keys: keysOf(config) }),
    formulaType: () => 'text',
  };
}
