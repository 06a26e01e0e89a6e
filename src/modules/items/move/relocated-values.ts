import type { ItemId } from '../../../kernel/ids';
import type { PreparedValues, PreviousValues } from '../../columns';

/** The stored values of an item before and after a move to another board, for the event of the move. */
export interface RelocatedValues {
  itemId: ItemId;
  values: PreviousValues;
  previousValues: PreviousValues;
}

export function relocatedValues(
  { id, values }: { id: ItemId; values: PreviousValues },
  { set }: PreparedValues,
): RelocatedValues {
  return { itemId: id, values: set, previousValues: values };
}
