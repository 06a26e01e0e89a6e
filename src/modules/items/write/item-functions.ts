import { sqlState } from '../../../platform/database/database-errors';

/** SQLSTATEs with which the functions of migrations/functions reject a write (decision 0013). */
export const FUNCTION_ERRORS = {
  structureChanged: 'TR001',
  noSuchItem: 'TR002',
  itemChanged: 'TR003',
  noSuchParent: 'TR004',
  leavesParent: 'TR005',
} as const;

export function isFunctionError(error: unknown, rejection: keyof typeof FUNCTION_ERRORS): boolean {
  return sqlState(error) === FUNCTION_ERRORS[rejection];
}

/** Ends a hot write; a condition without columns is evaluated after the function that writes (decision 0080). */
export const inTime = (isAloneParameter: string) =>
  `where item_write_is_in_time(p_is_alone => ${isAloneParameter})`;
