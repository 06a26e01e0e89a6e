import { InvalidInput, type InputIssue } from '../../../kernel/app-error';
import { InvalidValue } from '../../../column-types/column-type';
import { findUnacceptable, shownPath } from '../../../http/bodies/acceptable-input';
import { isConfirmation } from '../schema/component-types';
import type { FormComponent, FormSchema } from '../schema/form-schema';
import type { Answer, Answers } from './answers';
import { parseAnswer } from './parse-answer';

const ISSUES_MAX = 20;

/**
 * The answers of a submission, checked by the form's schema. Throws InvalidInput whose issues have the keys of the rejected
 * fields as paths: missing, unknown, wrong.
 */
export function parseAnswers({ components }: FormSchema, input: unknown): Answers {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw InvalidInput.at('', 'The body must be an object');
  const problem = findUnacceptable(input);
  if (problem) throw new InvalidInput([problem]);
  const given = new Map(Object.entries(input));
  const known = new Set(components.map(({ key }) => key));
  const issues: InputIssue[] = [...given.keys()]
    .filter((key) => !known.has(key))
    .map((key) => ({ path: shownPath(key), message: 'Unknown field' }));
  const answers: Record<string, Answer> = {};
  for (const component of components) {
    const { key } = component;
    try {
      const answer = parseAnswer(component, given.has(key) ? given.get(key) : hiddenValue(component));
      if (answer !== null) answers[key] = answer;
      const missing = missingReason(component, answer);
      if (missing !== null) issues.push({ path: key, message: missing });
    } catch (rejection) {
      if (!(rejection instanceof InvalidValue)) throw rejection;
      issues.push({ path: key, message: rejection.message });
    }
  }
  if (issues.length > 0) throw new InvalidInput(issues.slice(0, ISSUES_MAX));
  return answers;
}

/** No respondent sees a hidden field: its default is its value. For all others the default only fills in the page. */
function hiddenValue({ type, defaultValue }: FormComponent): unknown {
  return type === 'hidden' ? defaultValue : undefined;
}

function missingReason({ type, validate }: FormComponent, answer: Answer | null): string | null {
  if (validate?.required !== true) return null;
  if (isConfirmation(type)) return answer === true ? null : 'Must be checked';
  return answer === null ? 'Required' : null;
}
