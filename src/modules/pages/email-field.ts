import type { Field } from '../../http/pages/field';

/** Plain text to the browser: its own check of addresses would rewrite those with letters beyond ASCII. */
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
