import { isEmail } from 'class-validator';
import { trimmedEmail } from '../../../kernel/email-key';
import { isObject, valueOf } from '../patch/patch-operations';
import { ScimError } from '../scim-error';

const TEXT_MAX = 256;
const EMAIL_MAX = 254;

/** A text. Some directories send a single value as a list: `[{"value": "…"}]`. */
export function textValue(name: string, given: unknown): string | null {
  const value = unwrapped(given);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new ScimError('invalidValue', `${name}: must be text`);
  if (value.trim() === '') return null;
  if (value.length > TEXT_MAX)
    throw new ScimError('invalidValue', `${name}: must be at most ${TEXT_MAX} characters`);
  return value;
}

export function requiredText(name: string, given: unknown): string {
  const value = textValue(name, given);
  if (value === null) throw new ScimError('invalidValue', `${name}: must not be empty`);
  return value;
}

/** A boolean. Some directories send it as text: `"False"`. */
export function flagValue(name: string, given: unknown): boolean {
  const value = unwrapped(given);
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false')
    throw new ScimError('invalidValue', `${name}: must be true or false`);
  return text === 'true';
}

export function isEmailAddress(text: string): boolean {
  const email = trimmedEmail(text);
  return email.length <= EMAIL_MAX && isEmail(email);
}

/** The address to use from `emails`: the primary one, else the one of type work, else the first. */
export function emailValue(given: unknown): string | null {
  if (given === null || given === undefined) return null;
  if (typeof given === 'string') return checkedEmail(given);
  const list = (Array.isArray(given) ? given : [given]) as unknown[];
  if (!list.every(isObject)) throw new ScimError('invalidValue', 'emails: must be a list of objects');
  const isPrimary = (each: Record<string, unknown>) =>
    String(valueOf(each, 'primary')).toLowerCase() === 'true';
  const isWork = (each: Record<string, unknown>) => String(valueOf(each, 'type')).toLowerCase() === 'work';
  const chosen = list.find(isPrimary) ?? list.find(isWork) ?? list[0];
  return chosen === undefined ? null : checkedEmail(valueOf(chosen, 'value'));
}

function checkedEmail(given: unknown): string | null {
  const text = textValue('emails.value', given);
  if (text !== null && !isEmailAddress(text))
    throw new ScimError('invalidValue', 'emails.value: must be an e-mail address');
  return text;
}

function unwrapped(given: unknown): unknown {
  if (!Array.isArray(given) || given.length !== 1) return given;
  const [only] = given as unknown[];
  return isObject(only) ? valueOf(only, 'value') : only;
}
