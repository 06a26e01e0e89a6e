import type { InputIssue } from '../kernel/app-error';

/** Deeper than any input of the service; JSON that nests thousands of levels overflows the stack of what reads it. */
export const MAX_DEPTH = 100;

/** As much of a path as helps to find the place: keys may be as long as a body. */
const PATH_SHOWN = 200;

/**
 * What no input may hold, whatever its schema says: text that PostgreSQL cannot keep (NUL) or that is no text at all
 * (lone surrogates), numbers beyond all numbers, `__proto__`, and nesting without bound. Iterative, because JSON may
 * nest deeper than the stack allows.
 */
export function findUnacceptable(input: unknown): InputIssue | null {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null) {
      const reason = unacceptable(value);
      if (reason) return { path: shownPath(path), message: reason };
      continue;
    }
    if (depth > MAX_DEPTH) return { path: shownPath(path), message: 'Nested too deeply' };
    for (const [key, inner] of Object.entries(value)) {
      const reason = unacceptable(key);
      if (reason) return { path: shownPath(path), message: `A key ${reason.toLowerCase()}` };
      const innerPath = path ? `${path}.${key}` : key;
      // Schemas of open records would pass it over in silence.
      if (key === '__proto__') return { path: shownPath(innerPath), message: 'Unknown key' };
      if (typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'object') {
        pending.push({ value: inner, path: innerPath, depth: depth + 1 });
      }
    }
  }
  return null;
}

export function shownPath(path: string): string {
  return path.length > PATH_SHOWN ? `${path.slice(0, PATH_SHOWN)}…` : path;
}

function unacceptable(value: unknown): string | null {
  // JSON has no word for infinity, but 1e400 is read as it.
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'Must be a number that can be stored';
  if (typeof value !== 'string') return null;
  if (value.includes('\u0000')) return 'Must not contain NUL characters';
  return value.isWellFormed() ? null : 'Must not contain lone surrogates';
}
