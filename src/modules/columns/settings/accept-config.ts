import { InvalidInput } from '../../../kernel/app-error';
import { newId } from '../../../kernel/ids';
import { type ColumnConfig, type ColumnTypeName, InvalidConfig } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';

/**
 * The full form of a config, parsed by its type. An error names the field below `path`. `previous` is the config
 * before an update, whose labels keep their ids.
 */
export function acceptConfig(
  type: ColumnTypeName,
  input: unknown,
  previous: ColumnConfig | null,
  path: string,
): ColumnConfig {
  try {
    return columnTypes[type].parseConfig(input, { newLabelId: () => newId('label'), previous });
  } catch (rejection) {
    if (!(rejection instanceof InvalidConfig)) throw rejection;
    throw InvalidInput.at(rejection.path === '' ? path : `${path}.${rejection.path}`, rejection.message);
  }
}
