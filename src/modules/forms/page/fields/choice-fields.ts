import { html, type Html } from '../../../../http/pages/html';
import { type ChoiceOption, optionsOf } from '../../schema/form-schema';
import { CHECKED } from '../page-answers';
import {
  describedBy,
  descriptionOf,
  headOf,
  inputId,
  isRequired,
  labelOf,
  notesOf,
  type ShownField,
} from './field-parts';

/** More options than this are a list to choose from, instead of boxes. */
const BOXES_MAX = 20;

/** Lines of a list from which several options can be chosen. */
const LIST_LINES = 8;

export function confirmationField(field: ShownField): Html {
  const { component, values } = field;
  const id = inputId(component.key);
  return html`<div class="group">
    <div class="choice">
      <input
        type="checkbox"
        id="${id}"
        name="${component.key}"
        value="${CHECKED}"
        ${values.length > 0 && html` checked`}
        ${isRequired(field) && html` required`}${descriptionOf(field)}
      />
      <label for="${id}">${labelOf(component)}</label>
    </div>
    ${notesOf(field)}
  </div>`;
}

export function selectField(field: ShownField): Html {
  const { component } = field;
  if (component.multiple === true)
    return optionsOf(component).length > BOXES_MAX ? listField(field) : boxesField(field);
  // An empty option first, so that nothing is chosen by accident.
  const none = html`<option value="">${component.placeholder?.trim() || 'Choose an option'}</option>`;
  return html`${headOf(field)}<select ${common(field)}>
      ${none}${options(field)}
    </select>`;
}

export function radioField(field: ShownField): Html {
  const { component } = field;
  const rows = optionsOf(component).map((option, at) => choice(field, 'radio', option, at));
  // A radio button cannot be cleared without scripts.
  const none = { label: 'No answer', value: '' };
  if (!isRequired(field)) rows.push(choice(field, 'radio', none, rows.length));
  return html`<fieldset
    class="group${field.problem !== undefined && ' wrong'}"
    role="radiogroup"
    ${isRequired(field) && html` aria-required="true"`}${descriptionOf(field)}
  >
    <legend>${labelOf(component)}</legend>
    ${notesOf(field)}${rows}
  </fieldset>`;
}

function boxesField(field: ShownField): Html {
  const { component } = field;
  return html`<fieldset class="group${field.problem !== undefined && ' wrong'}" ${describedBy(field)}>
    <legend>
      ${labelOf(component)}${isRequired(field) && html`<span class="unseen"> (choose at least one)</span>`}
    </legend>
    ${notesOf(field)}${optionsOf(component).map((option, at) => choice(field, 'checkbox', option, at))}
  </fieldset>`;
}

function listField(field: ShownField): Html {
  return html`${headOf(field)}<select multiple size="${LIST_LINES}" ${common(field)}>
      ${options(field)}
    </select>
    <p class="hint below">With a keyboard or mouse, hold Ctrl or ⌘ to choose several.</p>`;
}

/** The first one has the id of the field, to which the error summary leads. */
function choice(
  field: ShownField,
  type: 'radio' | 'checkbox',
  { label, value }: ChoiceOption,
  at: number,
): Html {
  const { component, values } = field;
  const id = at === 0 ? inputId(component.key) : `${inputId(component.key)}.${at}`;
  const isChosen = type === 'radio' ? (values[0] ?? '') === value : values.includes(value);
  return html`<div class="choice">
    <input
      type="${type}"
      id="${id}"
      name="${component.key}"
      value="${value}"
      ${isChosen && html` checked`}
      ${type === 'radio' && isRequired(field) && html` required`}
      ${type === 'checkbox' && field.problem !== undefined && html` aria-invalid="true"`}
    />
    <label for="${id}" dir="auto">${label.trim() || value || 'No answer'}</label>
  </div>`;
}

function options({ component, values }: ShownField): Html[] {
  const chosen = new Set(values);
  return optionsOf(component).map(
    ({ label, value }) =>
      html`<option value="${value}" dir="auto" ${chosen.has(value) && html`selected`}>
        ${label.trim() || value}
      </option>`,
  );
}

function common(field: ShownField): Html {
  const { key } = field.component;
  return html`id="${inputId(key)}" name="${key}"
  autocomplete="on"${isRequired(field) && html` required`}${descriptionOf(field)}`;
}
