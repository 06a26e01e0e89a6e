import type { Membership } from '../principal';

/** Whether `now` allows everything that `used` allowed; it may allow more. */
export function isCovered(used: Membership, now: Membership | null): boolean {
  return (
    now !== null &&
    now.role === used.role &&
    (now.secondFactorDueAt ?? null)?.getTime() === (used.secondFactorDueAt ?? null)?.getTime() &&
    isSubset(used.workspaceRoles, now.workspaceRoles, (role) => role) &&
    isSubset(used.sharedBoards, now.sharedBoards, ({ permission }) => permission)
  );
}

function isSubset<K, V>(
  used: ReadonlyMap<K, V> | undefined,
  now: ReadonlyMap<K, V> | undefined,
  allowed: (value: V) => unknown,
): boolean {
  return [...(used ?? [])].every(([key, value]) => {
    const other = now?.get(key);
    return other !== undefined && allowed(other) === allowed(value);
  });
}
