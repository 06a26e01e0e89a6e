import type { ColumnId, UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';

/** Users that an event may have assigned: the column decides whether its values are users. */
export interface PossibleAssignment {
  columnId: ColumnId;
  userIds: UserId[];
}

const USER_ID = /^usr_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The users whom a value names and the previous value does not, in stored form; null if there are none. */
export function possibleAssignment(
  columnId: ColumnId,
  value: Json,
  previousValue: Json = null,
): PossibleAssignment | null {
  const before = new Set(usersIn(previousValue));
  const userIds = usersIn(value).filter((id) => !before.has(id));
  return userIds.length === 0 ? null : { columnId, userIds };
}

function usersIn(value: Json): UserId[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is UserId => typeof each === 'string' && USER_ID.test(each));
}
