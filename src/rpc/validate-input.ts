import { z } from 'zod';
import { InvalidInput, type InputIssue } from '../kernel/app-error';
import { findUnacceptable, shownPath } from '../http/bodies/acceptable-input';

const MAX_ISSUES = 20;

/** For procedures that declare no input. */
const NO_INPUT = z.strictObject({});

/**
 * Validates an input against its schema and returns the parsed value. An absent input is `{}`, and so is the null that
 * stock clients send for "no input" (contract §5).
 */
export function validateInput(schema: z.ZodObject = NO_INPUT, raw: unknown): unknown {
  const input = withoutDirection(schema, raw ?? {});
  const problem = findUnacceptable(input);
  if (problem) throw new InvalidInput([problem]);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw rejection(schema, input);
}

/** Parses again for the messages: with options, a parse of a small input takes ten times as long. */
function rejection(schema: z.ZodObject, input: unknown): InvalidInput {
  const { error } = schema.safeParse(input, { error: plainMessage });
  return new InvalidInput(error!.issues.slice(0, MAX_ISSUES).flatMap(asInputIssues).slice(0, MAX_ISSUES));
}

/** tRPC clients send it with every infinite query; lists have one direction. */
function withoutDirection({ shape }: z.ZodObject, input: unknown): unknown {
  if (!('cursor' in shape) || 'direction' in shape || typeof input !== 'object' || input === null)
    return input;
  if (!('direction' in input) || (input.direction !== 'forward' && input.direction !== 'backward'))
    return input;
  const { direction: _ignored, ...rest } = input;
  return rest;
}

/** Matches the style of the schemas' own messages, where they use zod's defaults. */
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
