import { sqlState } from '../../platform/database/database-errors';

/** SQLSTATEs with which the write functions refuse (migrations, "add-item-write-functions"; decision 0013). */
export const REFUSALS = {
  structureChanged: 'TR001',
  noSuchItem: 'TR002',
  itemChanged: 'TR003',
  noSuchParent: 'TR004',
  leavesParent: 'TR005',
} as const;

export function isRefusal(error: unknown, refusal: keyof typeof REFUSALS): boolean {
  return sqlState(error) === REFUSALS[refusal];
}
