import type { Field } from '../../http/pages/field';
import { PASSWORD_MAX, PASSWORD_MIN } from '../accounts';

/** Without maxlength: the browser would silently truncate a pasted password. */
export function newPasswordField(name: string, label: string): Field {
  return {
    name,
    label,
    type: 'password',
    autocomplete: 'new-password',
    minLength: PASSWORD_MIN,
    hint: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
  };
}
