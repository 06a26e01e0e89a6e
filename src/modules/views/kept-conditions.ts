import type { Json } from '../../kernel/json';

/** Saved conditions without those on fields that are gone, and without combinations that hold none any more. */
export function keptConditions(filters: readonly Json[], isThere: (field: string) => boolean): Json[] {
  return filters.flatMap((entry) => keptNode(entry, isThere) ?? []);
}

function keptNode(entry: Json, isThere: (field: string) => boolean): Json | null {
  const node = entry as { [key: string]: Json };
  for (const combination of ['and', 'or'] as const) {
    const nodes = node[combination];
    if (!Array.isArray(nodes)) continue;
    const kept = keptConditions(nodes, isThere);
    return kept.length === 0 ? null : { [combination]: kept };
  }
  return isThere(String(node['columnId'])) ? entry : null;
}
