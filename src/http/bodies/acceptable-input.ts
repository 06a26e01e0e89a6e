import type { InputIssue } from '../../kernel/app-error';

/** Deeper than any input of the service. Stops stack overflows from JSON that is nested thousands of levels deep. */
export const MAX_DEPTH = 100;

/** Paths are truncated: keys may be as long as a body. */
const PATH_SHOWN = 200;

/**
 * What no input can contain, whatever its schema: text that PostgreSQL cannot store (NUL) or that is not valid Unicode
 * (lone surrogates), numbers out of range, `__proto__`, and unlimited nesting. Iterative, because JSON may be nested
 * deeper than the stack allows.
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
      // Schemas of open records would ignore it.
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
  // JSON has no infinity, but 1e400 is parsed as infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'Must be a number that can be stored';
  if (typeof value !== 'string') return null;
  if (value.includes('\u0000')) return 'Must not contain NUL characters';
  return value.isWellFormed() ? null : 'Must not contain lone surrogates';
}
