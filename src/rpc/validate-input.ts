import type { z } from 'zod';
import { InvalidInput, type InputIssue } from '../kernel/app-error';

const MAX_ISSUES = 20;

/**
 * Checks an input against its schema and gives the parsed value. An absent input is `{}`, and so is the null that
 * stock clients send for "no input" (contract §5).
 */
export function validateInput(schema: z.ZodObject | undefined, raw: unknown): unknown {
  const input = raw ?? {};
  const problem = findUnstorableText(input);
  if (problem) throw new InvalidInput([problem]);
  if (schema === undefined) {
    const [key] = Object.keys(input);
    if (typeof input !== 'object' || Array.isArray(input))
      throw InvalidInput.at('', 'The input must be an object');
    if (key !== undefined) throw InvalidInput.at(key, 'Unknown key');
    return input;
  }
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidInput(result.error.issues.slice(0, MAX_ISSUES).flatMap(asInputIssues));
}

function asInputIssues(issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: 'Unknown key' }));
  }
  return [{ path, message: issue.message }];
}

/**
 * Text that PostgreSQL cannot keep (NUL) or that is no text at all (lone surrogates). Iterative, because JSON may nest
 * deeper than the stack allows.
 */
function findUnstorableText(input: unknown): InputIssue | null {
  const pending: { value: unknown; path: string }[] = [{ value: input, path: '' }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      const reason = unstorable(value);
      if (reason) return { path, message: reason };
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const reason = unstorable(key);
        if (reason) return { path, message: `A key ${reason.toLowerCase()}` };
        if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) {
          pending.push({ value: inner, path: path ? `${path}.${key}` : key });
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
