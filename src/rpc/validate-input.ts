import { z } from 'zod';
import { InvalidInput, type InputIssue } from '../kernel/app-error';
import { findUnacceptable, shownPath } from './acceptable-input';

const MAX_ISSUES = 20;

/** Of procedures that declare none. */
const NO_INPUT = z.strictObject({});

/**
 * Checks an input against its schema and gives the parsed value. An absent input is `{}`, and so is the null that
 * stock clients send for "no input" (contract §5).
 */
export function validateInput(schema: z.ZodObject = NO_INPUT, raw: unknown): unknown {
  const input = raw ?? {};
  const problem = findUnacceptable(input);
  if (problem) throw new InvalidInput([problem]);
  const result = schema.safeParse(input, { error: plainMessage });
  if (result.success) return result.data;
  throw new InvalidInput(
    result.error.issues.slice(0, MAX_ISSUES).flatMap(asInputIssues).slice(0, MAX_ISSUES),
  );
}

/** In the words of the schemas' own messages, where they leave it to zod. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
  if (issue.input === undefined) return 'Required';
  return issue.code === 'invalid_value'
    ? `Must be one of ${issue.values.join(', ')}`
    : mustBe(issue.expected);
}

function mustBe(type: string): string {
  const noun = type === 'record' ? 'object' : type;
  return `Must be ${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function asInputIssues(issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const within = path ? `${path}.` : '';
    return issue.keys
      .slice(0, MAX_ISSUES)
      .map((key) => ({ path: shownPath(within + key), message: 'Unknown key' }));
  }
  const [ofKey] = issue.code === 'invalid_key' ? issue.issues : [];
  return [{ path: shownPath(path), message: (ofKey ?? issue).message }];
}
