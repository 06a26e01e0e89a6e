import { InvalidInput } from '../../../../kernel/app-error';
import type { ColumnTypeName } from '../../../../column-types/column-type';
import type { BoardFacts } from '../../../hierarchy';
import { type Target, typeOf } from '../import-plan';
import { columnNamed } from './column-named';

/** Types whose values identify items. */
const KEY_TYPES: readonly ColumnTypeName[] = ['text', 'number', 'email', 'url', 'phone'];

/** The column of the file whose cells identify items of the board. */
export function updateIndexOf(
  headers: readonly string[],
  targets: Target[],
  board: BoardFacts | null,
  header: string,
): number {
  if (board === null)
    throw InvalidInput.at('updateBy', 'Only for an existing board, which has items to update');
  const at = columnNamed(headers, header);
  if (at === -1) throw InvalidInput.at('updateBy', 'The file has no such column');
  const isColumn = targets[at]!.to === 'column';
  const type = typeOf({ targets }, board, at);
  if (!isColumn || type === null || !KEY_TYPES.includes(type))
    throw InvalidInput.at('updateBy', `Must go to a column of the board of the type ${KEY_TYPES.join(', ')}`);
  return at;
}
