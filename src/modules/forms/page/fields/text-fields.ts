import { html, type Html } from '../../../../http/pages/html';
import type { ComponentType } from '../../schema/component-types';
import { dayOf } from '../local-time';
import { autocompleteOf } from './autocomplete';
import { descriptionOf, headOf, inputId, isRequired, type ShownField } from './field-parts';

/** The type of the input, and the keyboard of phones. */
const INPUTS: Partial<Record<ComponentType, { type: string; mode?: string }>> = {
  number: { type: 'number', mode: 'decimal' },
  email: { type: 'email', mode: 'email' },
  phoneNumber: { type: 'tel', mode: 'tel' },
  url: { type: 'url', mode: 'url' },
  datetime: { type: 'datetime-local' },
};

const DAY_INPUT = { type: 'date', mode: undefined };

const LINES = 5;

/** The first line break in a text area is not part of its value. */
const LINE_BREAK = '\n';

export function inputField(field: ShownField): Html {
  const { component, values, settings } = field;
  const isDay = component.type === 'datetime' && settings.dayFields.has(component.key);
  const { type, mode } = isDay ? DAY_INPUT : (INPUTS[component.type] ?? { type: 'text' });
  const { min, max } = component.validate ?? {};
  const isNumber = type === 'number';
  return html`${headOf(field)}<input
      type="${type}"
      ${common(field)}
      value="${isDay ? dayOf(values[0] ?? '') : (values[0] ?? '')}"
      ${mode !== undefined && html` inputmode="${mode}"`}
      ${isNumber && html` step="any"`}
      ${isNumber && min !== undefined && html` min="${min}"`}
      ${isNumber && max !== undefined && html` max="${max}"`}
    />`;
}

export function areaField(field: ShownField): Html {
  const content = LINE_BREAK + (field.values[0] ?? '');
  return html`${headOf(field)}<textarea rows="${LINES}" ${common(field)}>${content}</textarea>`;
}

function common(field: ShownField): Html {
  const { key, placeholder, validate } = field.component;
  const { minLength, maxLength } = validate ?? {};
  return html`id="${inputId(key)}" name="${key}" dir="auto" autocomplete="${autocompleteOf(field.component)}"
  ${Boolean(placeholder) && html` placeholder="${placeholder}"`}
  ${Boolean(minLength) && html` minlength="${minLength}"`}
  ${maxLength !== undefined && html` maxlength="${maxLength}"`}${isRequired(field) && html` required`}${descriptionOf(
    field,
  )}`;
}
