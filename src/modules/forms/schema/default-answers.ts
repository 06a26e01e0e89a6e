import { InvalidValue } from '../../../column-types/column-type';
import { InvalidInput, type InputIssue } from '../../../kernel/app-error';
import { parseAnswer } from '../answers/parse-answer';
import type { FormSchema } from './form-schema';

/** The default of a field must be an answer that the field accepts. */
export function rejectDefaults({ components }: FormSchema): void {
  const issues: InputIssue[] = [];
  for (const [at, component] of components.entries()) {
    const path = `schema.components.${at}.defaultValue`;
    try {
      const answer = parseAnswer(component, component.defaultValue);
      if (answer !== null && component.type === 'file')
        issues.push({ path, message: 'A file field has no default value' });
    } catch (rejection) {
      if (!(rejection instanceof InvalidValue)) throw rejection;
      issues.push({ path, message: rejection.message });
    }
  }
  if (issues.length > 0) throw new InvalidInput(issues);
}
