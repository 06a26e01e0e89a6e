import type { Json } from '../../kernel/json';

export type WrittenCondition = { [key: string]: Json };

/** Saved conditions without those that cannot be shown, and without combinations that become empty. */
export function keptConditions(
  filters: readonly Json[],
  isShown: (condition: WrittenCondition) => boolean,
): Json[] {
  return filters.flatMap((entry) => keptNode(entry, isShown) ?? []);
}

function keptNode(entry: Json, isShown: (condition: WrittenCondition) => boolean): Json | null {
  const node = entry as WrittenCondition;
  for (const combination of ['and', 'or'] as const) {
    const nodes = node[combination];
    if (!Array.isArray(nodes)) continue;
    const kept = keptConditions(nodes, isShown);
    return kept.length === 0 ? null : { [combination]: kept };
  }
  return isShown(node) ? entry : null;
}
