import { MAX_DEPTH } from '../http/bodies/acceptable-input';

/** Longer than the path of any field. */
const LONGEST_PATH = 1_000;

/**
 * Removes the fields of an input that superjson's `meta` marks as undefined: JSON has only null for it, and null means
 * "clear". Clients write `{ name, description: undefined }` to leave the description unchanged. Other marks have no
 * effect here: dates and similar types are text in the API anyway.
 */
export function withoutUndefined(input: unknown, meta: unknown): unknown {
  const marks: unknown = isRecord(meta) ? meta['values'] : undefined;
  const pending: { node: unknown; path: string[] }[] = [{ node: marks, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, path } = next;
    // A leaf is a list of the mark and, for containers, of further nodes by path.
    const [mark, children] = Array.isArray(node) ? (node as unknown[]) : [undefined, node];
    if (mark === 'undefined') {
      if (path.length === 0) return undefined;
      remove(input, path);
    }
    if (!isRecord(children)) continue;
    for (const [key, child] of Object.entries(children)) {
      const segments = key.length <= LONGEST_PATH ? segmentsOf(key) : [];
      const isPlace = segments.length > 0 && path.length + segments.length <= MAX_DEPTH;
      if (isPlace) pending.push({ node: child, path: [...path, ...segments] });
    }
  }
  return input;
}

function remove(input: unknown, path: readonly string[]): void {
  let holder = input;
  for (const segment of path.slice(0, -1)) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, segment)) return;
    holder = (holder as Record<string, unknown>)[segment];
  }
  const last = path.at(-1)!;
  // An element of a list remains null: its removal would shift the elements after it.
  if (isRecord(holder) && Object.hasOwn(holder, last) && holder[last] === null) delete holder[last];
}

/** `a.b\.c` names the key `b.c` in `a`. */
function segmentsOf(path: string): string[] {
  const segments = path.match(/(?:\\.|[^.])+/g) ?? [];
  return segments.map((segment) => segment.replaceAll(/\\([\\.])/g, '$1'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
