import type { InputIssue } from '../kernel/app-error';

/** Deeper than any input of the service; JSON that nests thousands of levels overflows the stack of what reads it. */
const MAX_DEPTH = 100;

/**
 * What no input may hold, whatever its schema says: text that PostgreSQL cannot keep (NUL) or that is no text at all
 * (lone surrogates), and nesting without bound. Iterative, because JSON may nest deeper than the stack allows.
 */
export function findUnacceptable(input: unknown): InputIssue | null {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      const reason = unstorable(value);
      if (reason) return { path, message: reason };
    } else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_DEPTH) return { path: path.slice(0, 100), message: 'Nested too deeply' };
      for (const [key, inner] of Object.entries(value)) {
        const reason = unstorable(key);
        if (reason) return { path, message: `A key ${reason.toLowerCase()}` };
        if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) {
          pending.push({ value: inner, path: path ? `${path}.${key}` : key, depth: depth + 1 });
        }
      }
    }
  }
  return null;
}

function unstorable(text: string): string | null {
  if (text.includes('\u0000')) return 'Must not contain NUL characters';
  return text.isWellFormed() ? null : 'Must not contain lone surrogates';
}
