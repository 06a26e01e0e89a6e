import { html, type Html } from '../../../../http/pages/html';
import type { ComponentType } from '../../schema/component-types';
import { confirmationField, radioField, selectField } from './choice-fields';
import { fileField } from './file-field';
import type { ShownField } from './field-parts';
import { areaField, inputField } from './text-fields';

const FIELDS: Readonly<Record<ComponentType, (field: ShownField) => Html>> = {
  textfield: inputField,
  textarea: areaField,
  number: inputField,
  email: inputField,
  phoneNumber: inputField,
  url: inputField,
  datetime: inputField,
  checkbox: confirmationField,
  select: selectField,
  radio: radioField,
  file: fileField,
  hidden: ({ component: { key }, values }) =>
    html`<input type="hidden" name="${key}" value="${values[0] ?? ''}" autocomplete="off" />`,
};

/** A field of a form with its label, descriptions and error. */
export function shownField(field: ShownField): Html {
  return FIELDS[field.component.type](field);
}
