import type { UserId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

/** The successor of a user, locked as a member until the transaction ends; null: none. */
export type SuccessorOf = (tx: InTransaction<TenantContext>) => Promise<UserId | null>;

/** The people of a cell with one replaced by another, at the position of the first of the two; null: removed. */
export function replacedPerson(people: readonly string[], from: string, to: string | null): string[] {
  const traded = people.flatMap((id) => (id === from ? (to ?? []) : id));
  return [...new Set(traded)];
}
