import type { UserId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';

/** Who takes somebody's place, as a member until the transaction ends that gives it to them; null: nobody. */
export type HeirOf = (tx: InTransaction<TenantContext>) => Promise<UserId | null>;

/** The people of a cell with one traded for another, who stands in the place of the first of the two; null: taken out. */
export function replacedPerson(people: readonly string[], from: string, to: string | null): string[] {
  const traded = people.flatMap((id) => (id === from ? (to ?? []) : id));
  return [...new Set(traded)];
}
