import type { Field } from '../../http/pages/field';

/** A text field: the browser's email field would rewrite addresses with non-ASCII letters. */
export function emailField(value: string | undefined, options: Partial<Field> = {}): Field {
  return {
    name: 'email',
    label: 'E-mail address',
    value,
    inputMode: 'email',
    autocomplete: 'username',
    ...options,
  };
}
