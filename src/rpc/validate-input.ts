import type { z } from 'zod';
import { InvalidInput, type InputIssue } from '../kernel/app-error';
import { findUnacceptable } from './acceptable-input';

const MAX_ISSUES = 20;

/**
 * Checks an input against its schema and gives the parsed value. An absent input is `{}`, and so is the null that
 * stock clients send for "no input" (contract §5).
 */
export function validateInput(schema: z.ZodObject | undefined, raw: unknown): unknown {
  const input = raw ?? {};
  const problem = findUnacceptable(input);
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
