import type { ColumnConfig, ColumnKind, StoredValue } from '../column-type';
import { referenceRows } from './index-rows';

/**
 * Sorts by the first option's place in the config. The index keeps the option, not its place, so that
 * reordering labels rewrites no item. Every option has a row, for any_of, all_of and "is this label in use".
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
