import type { AppError } from '../../../kernel/app-error';
import type { Field } from '../../../http/pages/field';

/** The password field, shown only after the form was rejected without it: a recent sign-in needs no password. */
export function passwordIfAsked(problem: AppError | null): Field[] {
  const isAsked = problem?.issues?.some(({ path }) => path === 'password') === true;
  return isAsked
    ? [{ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password' }]
    : [];
}

/** The password as input of procedures; empty means none. */
export function passwordTyped({ password = '' }: Readonly<Record<string, string>>): { password?: string } {
  return password === '' ? {} : { password };
}
