import type { Answer } from '../answers/answers';
import { isChoice } from '../schema/component-types';
import { type FormComponent, optionsOf } from '../schema/form-schema';

/** An answer as a reader of the item sees it: options with their labels. */
export function answerText(component: FormComponent, answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'number') return String(answer);
  const labelOf = (value: string) =>
    (isChoice(component.type) && optionsOf(component).find((option) => option.value === value)?.label) ||
    value;
  return typeof answer === 'string' ? labelOf(answer) : answer.map(labelOf).join(', ');
}
