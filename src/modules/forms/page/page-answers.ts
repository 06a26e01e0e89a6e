import type { FieldValues } from '../../../http/bodies/submitted-form';
import { parseAnswer } from '../answers/parse-answer';
import { canBeMultiple, isConfirmation } from '../schema/component-types';
import type { FormComponent, FormSchema } from '../schema/form-schema';
import { localTimeOf, timestampOf } from './local-time';

/** The value of a box that is checked. */
export const CHECKED = 'true';

/** Names of the page's own fields start with an underscore, which no key does. */
export function isOwnField(name: string): boolean {
  return name.startsWith('_');
}

/**
 * What was typed into the page as the API expects it. What has no such form is passed as text, so that the rules of the
 * form reject it; so are fields that the form does not have.
 */
export function answersOf(
  { components }: FormSchema,
  typed: FieldValues,
  files: ReadonlyMap<string, readonly { id: string }[]>,
  timeZone: string,
): Record<string, unknown> {
  const answers = new Map<string, unknown>([...typed].filter(([name]) => !isOwnField(name)));
  for (const component of components) {
    if (component.type === 'file') {
      answers.set(component.key, files.get(component.key)?.map(({ id }) => id) ?? []);
      continue;
    }
    const values = typed.get(component.key);
    if (values !== undefined) answers.set(component.key, answerOf(component, values, timeZone));
    // Browsers send nothing for a box that is not checked.
    else if (isConfirmation(component.type)) answers.set(component.key, false);
  }
  return Object.fromEntries(answers);
}

function answerOf({ type, multiple }: FormComponent, values: readonly string[], timeZone: string): unknown {
  const given = values.filter((value) => value.trim() !== '');
  if (multiple === true && canBeMultiple(type)) return given;
  if (given.length > 1) return given;
  // Browsers send line breaks as two characters, which would count twice.
  const text = (given[0] ?? '').replaceAll('\r\n', '\n');
  if (isConfirmation(type)) return text === CHECKED || text === 'on' ? true : text === '' ? false : text;
  return type === 'datetime' ? timestampOf(text, timeZone) : text;
}

/** What a page contains before anything is typed: the default values. */
export function defaultValues({ components }: FormSchema, timeZone: string): FieldValues {
  return new Map(components.map((component) => [component.key, defaultsOf(component, timeZone)]));
}

function defaultsOf(component: FormComponent, timeZone: string): readonly string[] {
  // Files cannot be filled in.
  if (component.type === 'file') return [];
  const answer = parseAnswer(component, component.defaultValue);
  if (answer === null || answer === false) return [];
  if (typeof answer === 'object') return answer;
  if (answer === true) return [CHECKED];
  return [component.type === 'datetime' ? localTimeOf(String(answer), timeZone) : String(answer)];
}
